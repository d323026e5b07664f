// The words of the controls: what each order does, in one line.
import type { GroupPolicy } from '../../machines/group.settings.ts'
import type { Lang } from '../time-text.ts'
import type { Silence, Stage } from './standing.ts'

export interface ControlWords {
  title: string
  silences: Record<Silence, string>
  silenceHints: Record<Silence, string>
  /** On buttons, and as the word that confirms. */
  does: Record<'mute' | 'unmute' | 'pause' | 'resume' | 'drop' | 'policy', string>
  ask: Record<'mute' | 'unmute' | 'pause' | 'resume', (bot: string, group: string, groups: number) => string>
  askDrop: (bot: string, group: string) => string
  askPolicy: (bot: string, group: string) => string
  explain: Record<'mute' | 'unmute' | 'pause' | 'resume', string>
  stages: Record<Stage, string>
  dropState: string
  nothingToDrop: string
  over: string
  /** While a mute or a pause is asked about. */
  alsoDrops: string
  policy: (policy: string) => string
  set: string
  configured: string
  policies: Record<GroupPolicy, string>
  asConfigured: (policy: string | undefined) => string
  asConfiguredDoes: string
  cancel: string
  under: string
  travelling: string
  away: string
  told: (does: string, groups: number) => string
  unreachable: string
}

export const controlWords: Record<Lang, ControlWords> = {
  en: {
    title: 'Controls',
    silences: { muted: 'muted', paused: 'paused' },
    silenceHints: {
      muted: 'An operator muted it in this group: it reads along but stays silent.',
      paused: 'An operator paused it in all its groups: it reads along but stays silent.',
    },
    does: {
      mute: 'Mute',
      unmute: 'Unmute',
      pause: 'Pause everywhere',
      resume: 'Resume everywhere',
      drop: 'Drop reply',
      policy: 'Set policy',
    },
    ask: {
      mute: (bot, group) => `Mute ${bot} in ${group}?`,
      unmute: (bot, group) => `Unmute ${bot} in ${group}?`,
      pause: (bot, _, groups) => `Pause ${bot} in all its ${groups} groups?`,
      resume: (bot, _, groups) => `Resume ${bot} in all its ${groups} groups?`,
    },
    askDrop: (bot, group) => `Drop what ${bot} is about to say in ${group}?`,
    askPolicy: (bot, group) => `When may ${bot} speak in ${group}?`,
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
    nothingToDrop: 'No reply is in progress.',
    over: 'That turn is over: there is nothing left to drop.',
    alsoDrops: 'The reply in progress is dropped.',
    policy: (policy) => `Policy: ${policy}`,
    set: 'set',
    configured: 'as configured',
    policies: {
      mention: 'It answers only when it is mentioned.',
      auto: 'It answers mentions; for the rest a model decides whether a reply is worthwhile.',
      open: 'It answers every batch that the rules let pass; no model decides whether to.',
    },
    asConfigured: (policy) => (policy === undefined ? 'as configured' : `as configured (${policy})`),
    asConfiguredDoes: 'Follow the configuration of this group, also when it changes.',
    cancel: 'Cancel',
    under: 'in progress…',
    travelling: "You're viewing the past: go back to live to use the controls.",
    away: 'The controls work again when the service is back.',
    told: (does, groups) => `${does}: sent to ${groups} ${groups === 1 ? 'group' : 'groups'}`,
    unreachable: 'The service could not be reached. Check whether anything changed.',
  },
  zh: {
    title: '控制',
    silences: { muted: '已静音', paused: '已暂停' },
    silenceHints: {
      muted: '操作员在本群将它静音：它只读不说。',
      paused: '操作员在所有群将它暂停：它只读不说。',
    },
    does: {
      mute: '静音',
      unmute: '取消静音',
      pause: '全部暂停',
      resume: '全部恢复',
      drop: '丢弃回复',
      policy: '设定策略',
    },
    ask: {
      mute: (bot, group) => `在 ${group} 将 ${bot} 静音？`,
      unmute: (bot, group) => `在 ${group} 取消 ${bot} 的静音？`,
      pause: (bot, _, groups) => `在全部 ${groups} 个群暂停 ${bot}？`,
      resume: (bot, _, groups) => `在全部 ${groups} 个群恢复 ${bot}？`,
    },
    askDrop: (bot, group) => `丢弃 ${bot} 正要在 ${group} 说的话？`,
    askPolicy: (bot, group) => `${bot} 在 ${group} 何时可以说话？`,
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
    nothingToDrop: '没有进行中的回复。',
    over: '那一回合已经结束，没有可丢弃的了。',
    alsoDrops: '进行中的回复会被丢弃。',
    policy: (policy) => `策略：${policy}`,
    set: '已设定',
    configured: '按配置',
    policies: {
      mention: '只在被提到时回复。',
      auto: '被提到就回复；其余由模型判断是否值得说。',
      open: '规则放行的都回复，不问模型是否该说。',
    },
    asConfigured: (policy) => (policy === undefined ? '按配置' : `按配置（${policy}）`),
    asConfiguredDoes: '按本群的配置，配置改变时随之改变。',
    cancel: '取消',
    under: '进行中…',
    travelling: '正在查看过去：回到实时才能操作。',
    away: '服务恢复后才能操作。',
    told: (does, groups) => `${does}：已发给 ${groups} 个群`,
    unreachable: '连不上服务：请检查是否已经生效。',
  },
}
