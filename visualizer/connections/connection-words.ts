// The words of the bots' lines to their channels.
import type { Lang } from '../time-text.ts'
import type { LineStanding } from './lines.ts'

export interface ConnectionWords {
  standings: Record<LineStanding, string>
  /** What the chart's states mean. */
  states: Record<string, string>
  title: (bot: string, channel: string) => string
  peer: (name: string) => string
  waiting: (n: number) => string
  untold: (n: number) => string
  since: (time: string) => string
  failures: (n: number) => string
  lastTrouble: string
  nextTry: string
  mustChange: string
  retry: string
  reconnect: string
  under: string
  unreachable: string
  close: string
  loading: string
}

export const connectionWords: Record<Lang, ConnectionWords> = {
  en: {
    standings: { online: 'online', trying: 'trying', failed: 'failed' },
    states: {
      identifying: 'Asking the channel who the bot is.',
      connecting: 'Connecting.',
      online: 'The bot can read and write here.',
      wavering: "The connection broke; the channel's own client is reconnecting.",
      backingOff: 'Offline; it is retried automatically.',
      failed: 'Offline; retrying automatically does not help.',
      up: 'The peer accepts messages.',
      delivering: 'Retrying the oldest waiting message.',
      open: 'The peer counts as down; a message now and then checks whether it is back.',
    },
    title: (bot, channel) => `${bot} on ${channel}`,
    peer: (name) => `${name}, a peer of the bridge`,
    waiting: (n) => `${n} ${n === 1 ? 'message' : 'messages'} waiting`,
    untold: (n) => `${n} ${n === 1 ? 'message was' : 'messages were'} not delivered to it: see the log`,
    since: (time) => `since ${time}`,
    failures: (n) => `${n} ${n === 1 ? 'failure' : 'failures'} in a row`,
    lastTrouble: 'Reason',
    nextTry: 'Next try in',
    mustChange: 'Fix what the reason names, then try again.',
    retry: 'Try again now',
    reconnect: 'Reconnect',
    under: 'in progress…',
    unreachable: 'The service could not be reached.',
    close: 'Close',
    loading: 'Loading…',
  },
  zh: {
    standings: { online: '在线', trying: '重试中', failed: '失败' },
    states: {
      identifying: '正在向渠道询问机器人的身份。',
      connecting: '正在建立连接。',
      online: '机器人能听也能说。',
      wavering: '连接断了；渠道自己的客户端正在重连。',
      backingOff: '不在线，会自动重试。',
      failed: '不在线，自动重试没有用。',
      up: '对方正常接收消息。',
      delivering: '正在重试最早的一条等待消息。',
      open: '对方视为断线；每隔一段时间用一条消息试探。',
    },
    title: (bot, channel) => `${bot} · ${channel}`,
    peer: (name) => `${name}（桥的对端）`,
    waiting: (n) => `有 ${n} 条消息在等待`,
    untold: (n) => `有 ${n} 条消息没有送达它：见日志`,
    since: (time) => `自 ${time}`,
    failures: (n) => `连续失败 ${n} 次`,
    lastTrouble: '原因',
    nextTry: '距下次重试',
    mustChange: '请按原因修正，然后重试。',
    retry: '立即重试',
    reconnect: '重新连接',
    under: '进行中…',
    unreachable: '连不上服务。',
    close: '关闭',
    loading: '加载中…',
  },
}
