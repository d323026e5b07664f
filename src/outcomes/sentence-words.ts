// The words of the one-sentence why, in English and Chinese.
import type { Gate, WindowName } from '../../machines/group.settings.ts'
import type { Lang } from './span-text.ts'

export interface SentenceWords {
  answered(bot: string, what: string, how: { after: string; more: number; reacted: boolean }): string
  readWith(bot: string, what: string): string
  silent(bot: string, cause: string): string
  failed(bot: string, cause: string): string
  dropped(bot: string, cause: string): string
  own(bot: string): string
  held(bot: string, until: string | undefined, cause: string): string
  /** It stands at a gate; the cause may be empty. */
  at(bot: string, gate: Gate, cause: string): string
  quoted(name: string, text: string): string
  aMessage: string
  /** A turn that ended without a gate that says so. */
  cutOff: string
  budget: Record<WindowName, string>
  budgetOf(ms: number): string
  used(used: string, limit: string, areTokens: boolean): string
  ofOnePerson: string
  apart(span: string): string
  freesIn(span: string): string
  comma: string
}

const minuteMs = 60_000

const en: SentenceWords = {
  answered: (bot, what, { after, more, reacted }) =>
    `${bot} ${reacted ? 'reacted to' : 'answered'} ${what}${more > 0 ? ` and ${more} more` : ''}${after && ` after ${after}`}`,
  readWith: (bot, what) => `${bot} read it with ${what}, which it answered`,
  silent: (bot, cause) => `${bot} stayed silent: ${cause}`,
  failed: (bot, cause) => `${bot} could not answer: ${cause}`,
  dropped: (bot, cause) => `${bot} dropped it unread: ${cause}`,
  own: (bot) => `${bot} said it`,
  held: (bot, until, cause) => `${bot} waits for the budget${until === undefined ? '' : ` until ${until}`}: ${cause}`,
  at: (bot, gate, cause) => `${bot} ${enAt[gate] ?? 'is at work'}${cause && `: ${cause}`}`,
  quoted: (name, text) => `${name}'s “${text}”`,
  aMessage: 'a message',
  cutOff: 'the turn was cut off',
  budget: { short: 'short budget', medium: 'medium budget', long: 'long budget' },
  budgetOf: (ms) => `${enLength(ms)} budget`,
  used: (used, limit, areTokens) => `${used} of ${limit} ${areTokens ? 'tokens' : 'messages'}`,
  ofOnePerson: 'one person’s share',
  apart: (span) => `replies ${span} apart`,
  freesIn: (span) => `free in ${span}`,
  comma: ', ',
}

const small = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** `five-minute`, `24-hour`. */
function enLength(ms: number): string {
  const minutes = ms / minuteMs
  const [n, unit] = minutes >= 60 ? [minutes / 60, 'hour'] : minutes >= 1 ? [minutes, 'minute'] : [ms / 1_000, 'second']
  const count = Math.round(n * 10) / 10
  return `${small[count] ?? count}-${unit}`
}

const enAt: Partial<Record<Gate, string>> = {
  buffer: 'collects what is said next before it reads',
  dispatch: 'has not read it yet',
  budget: 'waits for the budget',
  decide: 'is deciding whether to answer',
  compose: 'is writing a reply',
  delay: 'has a reply ready',
  rejudge: 'checks its reply against what was said since',
  send: 'is sending its reply',
}

const zh: SentenceWords = {
  answered: (bot, what, { after, more, reacted }) =>
    `${bot} ${after && `在 ${after}后`}${reacted ? '用表情回应了' : '回复了'}${what}${more > 0 ? `等 ${more + 1} 条` : ''}`,
  readWith: (bot, what) => `${bot} 把它和${what}一起读了，回复的是后者`,
  silent: (bot, cause) => `${bot} 没有回复：${cause}`,
  failed: (bot, cause) => `${bot} 无法回复：${cause}`,
  dropped: (bot, cause) => `${bot} 没有读就放弃了：${cause}`,
  own: (bot) => `这是 ${bot} 说的`,
  held: (bot, until, cause) => `${bot} 在等预算${until === undefined ? '' : `，到 ${until}`}：${cause}`,
  at: (bot, gate, cause) => `${bot} ${zhAt[gate] ?? '正在处理'}${cause && `：${cause}`}`,
  quoted: (name, text) => ` ${name} 的“${text}”`,
  aMessage: '一条消息',
  cutOff: '回合中断了',
  budget: { short: '短窗口预算', medium: '中窗口预算', long: '长窗口预算' },
  budgetOf: (ms) => `${zhLength(ms)}预算`,
  used: (used, limit, areTokens) => `已用 ${used} / ${limit} ${areTokens ? 'token' : '条消息'}`,
  ofOnePerson: '一个人的份额',
  apart: (span) => `两次回复相隔 ${span}`,
  freesIn: (span) => `${span}后释放`,
  comma: '，',
}

function zhLength(ms: number): string {
  const minutes = ms / minuteMs
  const [n, unit] = minutes >= 60 ? [minutes / 60, '小时'] : minutes >= 1 ? [minutes, '分钟'] : [ms / 1_000, '秒']
  return `${Math.round(n * 10) / 10} ${unit}`
}

const zhAt: Partial<Record<Gate, string>> = {
  buffer: '先等后面的话，再一起读',
  dispatch: '还没有读',
  budget: '在等预算',
  decide: '正在判断要不要回复',
  compose: '正在写回复',
  delay: '回复已写好',
  rejudge: '正在对照新消息再判断回复',
  send: '正在发送回复',
}

export const sentenceWords: Record<Lang, SentenceWords> = { en, zh }
