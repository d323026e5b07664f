// The words of the frame: where things are, and how the page stands to the service.
import type { Lang } from '../time-text.ts'

export interface FrameWords {
  skip: string
  tools: string
  panesName: string
  past: string
  /** Of a bot. */
  modelFails: string
  /** The service does not answer. */
  away: { title: string; since: (time: string) => string; composer: string }
}

export const frameWords: Record<Lang, FrameWords> = {
  en: {
    skip: 'Write to the room',
    tools: 'Time travel, language, theme, help',
    panesName: 'What is shown',
    modelFails: 'model call failed',
    past: 'You’re viewing the past:',
    away: {
      title: 'The service does not answer.',
      since: (time) => `Everything here is as of ${time}. Trying again…`,
      composer: 'You can send again when the service is back. Your text stays here.',
    },
  },
  zh: {
    skip: '去房间发言',
    tools: '时间旅行、语言、明暗、帮助',
    panesName: '显示什么',
    modelFails: '模型调用失败',
    past: '正在查看过去：',
    away: {
      title: '服务没有响应。',
      since: (time) => `这里的一切停在 ${time}。正在重试…`,
      composer: '服务恢复后才能发送。文字会留在这里。',
    },
  },
}
