// The words of the chat beside the talk, in English and Chinese.
import type { Lang } from '../../outcomes/span-text.ts'

export type ChatWords = typeof english

const withRole = (open: string, close: string) => (bot: { name: string; role: string }) =>
  bot.role === '' ? bot.name : `${bot.name}${open}${bot.role}${close}`

const english = {
  room: (title: string, cast: readonly { name: string; role: string }[]) =>
    `${title}: ${cast.map(withRole(' (', ')')).join(', ') || 'no bots'}.`,
  rehearsal: 'No language model is set: a rehearsal says where an answer would stand.',
  connected: (url: string) => `Connected to the Chime at ${url}.`,
  hint: 'Write a message and press Enter. /help lists the commands.',
  /** Each command and what it does. */
  commands: [
    ['/why', 'what each bot did with its last messages, gate by gate'],
    ['/help', 'this list'],
    ['/quit', 'leave (,quit or Ctrl-D, too)'],
  ] as [command: string, does: string][],
  unknown: (text: string) => `${text} is no command; /help lists them`,
  silent: (name: string, why: string) => `${name} stays silent: ${why}`,
  answered: (name: string) => `${name} answered`,
  working: (name: string) => `${name} is at work`,
  unread: (name: string) => `${name} has read nothing yet`,
  notSent: (why: string) => `not sent: ${why}`,
  lost: 'the connection is lost; trying again …',
  stillBusy: (seconds: number) => `the bots are still at work after ${seconds} s`,
}

export const chatWords: Record<Lang, ChatWords> = {
  en: english,
  zh: {
    room: (title, cast) => `${title}：${cast.map(withRole('（', '）')).join('、') || '没有机器人'}。`,
    rehearsal: '没有配置语言模型：由排练模型说明哪里会有回答。',
    connected: (url) => `已连接到 ${url} 的 Chime。`,
    hint: '写好消息按回车发送；/help 列出命令。',
    commands: [
      ['/why', '每个机器人怎样处理它读到的上一批消息，逐道闸门'],
      ['/help', '列出命令'],
      ['/quit', '离开（,quit 或 Ctrl-D 也行）'],
    ],
    unknown: (text) => `没有 ${text} 这个命令；/help 列出全部命令`,
    silent: (name, why) => `${name} 不说话：${why}`,
    answered: (name) => `${name} 回答了`,
    working: (name) => `${name} 正在处理`,
    unread: (name) => `${name} 还什么都没读`,
    notSent: (why) => `没有发出：${why}`,
    lost: '连接断开，正在重试……',
    stillBusy: (seconds) => `${seconds} 秒后机器人还在处理`,
  },
}
