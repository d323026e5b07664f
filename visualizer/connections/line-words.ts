// What is said of a line in full, in English and Chinese; fetched with its dialog.

/** What the states of a connection's chart mean. */
const states: Record<string, string> = {
  identifying: 'Asking the channel who the bot is.',
  connecting: 'Connecting.',
  online: 'The bot can read and write here.',
  reconnecting: "The connection broke; the channel's own client is reconnecting.",
  backingOff: 'Offline; it is retried automatically.',
  failed: 'Offline; retrying automatically does not help.',
  elsewhere: 'The line is held by another worker; this one takes over when that one ends.',
  up: 'The peer accepts messages.',
  delivering: 'Retrying the oldest waiting message.',
  open: 'The peer counts as down; a message now and then checks whether it is back.',
}

const en = {
  states,
  title: (bot: string, channel: string) => `${bot} on ${channel}`,
  peer: (name: string) => `${name}, a peer of the bridge`,
  waiting: (n: number) => `${n} ${n === 1 ? 'message' : 'messages'} waiting`,
  untold: (n: number) => `${n} ${n === 1 ? 'message was' : 'messages were'} not delivered to it: see the log`,
  since: (time: string) => `since ${time}`,
  failures: (n: number) => `${n} ${n === 1 ? 'failure' : 'failures'} in a row`,
  lastTrouble: 'Reason',
  nextTry: 'Next try in',
  mustChange: 'Fix what the reason names, then try again.',
  retry: 'Try again now',
  reconnect: 'Reconnect',
  unreachable: 'The service could not be reached.',
}

const zh: typeof en = {
  states: {
    identifying: '正在向渠道询问机器人的身份。',
    connecting: '正在建立连接。',
    online: '机器人能听也能说。',
    reconnecting: '连接断了；渠道自己的客户端正在重连。',
    backingOff: '不在线，会自动重试。',
    failed: '不在线，自动重试没有用。',
    elsewhere: '连接由另一个工作进程持有；那个进程一结束，这里就接手。',
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
  unreachable: '连不上服务。',
}

export const lineWords = { en, zh }
