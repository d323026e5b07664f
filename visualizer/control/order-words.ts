// What is said where an order is asked for once more, in English and Chinese; fetched with the dialog.
import type { Order } from '../api.ts'

const ask: Record<Order['do'], (bot: string, group: string, groups: number) => string> = {
  mute: (bot, group) => `Mute ${bot} in ${group}?`,
  unmute: (bot, group) => `Unmute ${bot} in ${group}?`,
  pause: (bot, _, groups) => `Pause ${bot} in all its ${groups} groups?`,
  resume: (bot, _, groups) => `Resume ${bot} in all its ${groups} groups?`,
  drop: (bot, group) => `Drop what ${bot} is about to say in ${group}?`,
  policy: (bot, group) => `When may ${bot} speak in ${group}?`,
}

const en = {
  ask,
  explain: {
    mute: 'It reads along here but stays silent until it is unmuted. Its other groups are not affected.',
    unmute: 'From the next message on, the gates alone decide whether it speaks here.',
    pause: 'It reads along but stays silent in every group, even after a restart, until it is resumed.',
    resume: 'The gates alone decide again whether it speaks. Where it is muted, it stays silent.',
  },
  stages: {
    waiting: 'No draft yet: the request is waiting for budget.',
    unwritten: 'No draft yet: still deciding whether to speak.',
    writing: 'The draft is being written: the call is cancelled and still charged.',
    written: 'The draft is waiting out its typing delay: it will not be sent.',
    judged: 'The draft is being judged again: the call is cancelled and still charged.',
    undelivered: 'The channel has not accepted the draft yet: it will not be retried.',
  },
  dropState: 'The turn is at',
  over: 'That turn is over: there is nothing left to drop.',
  alsoDrops: 'The reply in progress is dropped.',
  policies: {
    mention: 'It answers only when it is mentioned.',
    auto: 'It answers mentions; for the rest a model decides whether a reply is worthwhile.',
    open: 'It answers every batch that the rules let pass; no model decides whether to.',
  },
  asConfigured: (policy: string | undefined) => (policy === undefined ? 'as configured' : `as configured (${policy})`),
  asConfiguredDoes: 'Follow the configuration of this group, also when it changes.',
  cancel: 'Cancel',
}

export const orderWords: Record<'en' | 'zh', typeof en> = {
  en,
  zh: {
    ask: {
      mute: (bot, group) => `在 ${group} 将 ${bot} 静音？`,
      unmute: (bot, group) => `在 ${group} 取消 ${bot} 的静音？`,
      pause: (bot, _, groups) => `在全部 ${groups} 个群暂停 ${bot}？`,
      resume: (bot, _, groups) => `在全部 ${groups} 个群恢复 ${bot}？`,
      drop: (bot, group) => `丢弃 ${bot} 正要在 ${group} 说的话？`,
      policy: (bot, group) => `${bot} 在 ${group} 何时可以说话？`,
    },
    explain: {
      mute: '它在本群只读不说，直到取消静音。其他群不受影响。',
      unmute: '从下一条消息起，是否说话只由各道闸门决定。',
      pause: '它在每个群都只读不说，重启后也一样，直到恢复。',
      resume: '是否说话重新只由各道闸门决定。被静音的群仍然沉默。',
    },
    stages: {
      waiting: '还没有草稿：请求在等预算。',
      unwritten: '还没有草稿：正在决定是否说话。',
      writing: '草稿正在撰写：调用会取消，费用照记。',
      written: '草稿已写好，正在打字延迟中：不会发出。',
      judged: '草稿正在再判断：调用会取消，费用照记。',
      undelivered: '渠道还没有收下草稿：不再重试。',
    },
    dropState: '当前回合停在',
    over: '那一回合已经结束，没有可丢弃的了。',
    alsoDrops: '进行中的回复会被丢弃。',
    policies: {
      mention: '只在被提到时回复。',
      auto: '被提到就回复；其余由模型判断是否值得说。',
      open: '规则放行的都回复，不问模型是否该说。',
    },
    asConfigured: (policy) => (policy === undefined ? '按配置' : `按配置（${policy}）`),
    asConfiguredDoes: '按本群的配置，配置改变时随之改变。',
    cancel: '取消',
  },
}
