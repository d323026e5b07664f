// The one-sentence why, in Chinese.
import type { Gate } from '../../machines/group/settings.ts'
import type { SentenceWords } from './sentence-words.ts'

export const sentenceZh: SentenceWords = {
  answered: (bot, what, { after, more, total, reacted }) =>
    `${bot} ${after && `在 ${after}后`}${reacted ? '用表情回应了' : '回复了'}${what}${more > 0 ? `等 ${total} 条` : ''}`,
  readWith: (bot, what) => `${bot} 把它和${what}一起读了，回复的是后者`,
  silent: (bot, cause) => `${bot} 没有回复：${cause}`,
  failed: (bot, cause) => `${bot} 无法回复：${cause}`,
  dropped: (bot, cause) => `${bot} 没有读就放弃了：${cause}`,
  own: (bot) => `这是 ${bot} 说的`,
  held: (bot, until, cause) => `${bot} 在等预算${until === undefined ? '' : `，到 ${until}`}：${cause}`,
  at: (bot, gate, cause) => `${bot} ${atGate[gate] ?? '正在处理'}${cause && `：${cause}`}`,
  quoted: (name, text) => ` ${name} 的“${text}”`,
  aMessage: '一条消息',
  cutOff: '回合中断了',
  budget: { short: '短窗口预算', medium: '中窗口预算', long: '长窗口预算' },
  budgetOf: (ms) => `${lengthOf(ms)}预算`,
  used: (amount, limit, areTokens) => `已用 ${amount} / ${limit} ${areTokens ? 'token' : '条消息'}`,
  ofOnePerson: '一个人的份额',
  apart: (span) => `两次回复相隔 ${span}`,
  freesIn: (span) => `${span}后释放`,
  comma: '，',
}

function lengthOf(ms: number): string {
  const minutes = ms / 60_000
  const [n, unit] = minutes >= 60 ? [minutes / 60, '小时'] : minutes >= 1 ? [minutes, '分钟'] : [ms / 1_000, '秒']
  return `${Math.round(n * 10) / 10} ${unit}`
}

const atGate: Partial<Record<Gate, string>> = {
  buffer: '先等后面的话，再一起读',
  dispatch: '还没有读',
  budget: '在等预算',
  decide: '正在判断要不要回复',
  compose: '正在写回复',
  delay: '回复已写好',
  rejudge: '正在对照新消息再判断回复',
  send: '正在发送回复',
}
