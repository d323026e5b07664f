// A figure of a verdict under its name: in English as the chart spells it, in Chinese in words.
import type { Gate } from '../../machines/group/settings.ts'
import { countText, type Lang, spanText } from '../time-text.ts'
import type { Words } from '../words.ts'

/** Spans lose their `Ms`. */
export function figureText(name: string, value: number | string, { lang, gates }: Words): string {
  const isSpan = name.endsWith('Ms')
  const short = isSpan ? name.slice(0, -2) : name
  const named = name === 'path' && lang === 'zh' ? (gates[value as Gate] ?? value) : value
  const told = isSpan ? spanText(Number(value), lang) : valueText(named, lang)
  return `${lang === 'zh' ? (zhNames[short] ?? short) : short} ${told}`
}

/** Values are the chart's own words, names of people, models and servers, or several figures in one. */
export function valueText(value: number | string | undefined, lang: Lang): string {
  if (lang === 'en' || typeof value !== 'string') return String(value)
  return windowFigures(value) ?? replyCounts(value) ?? zhValues[value] ?? value
}

/** `3/500 messages, 1200/50000 tokens`, as it is recorded of each window at a send. */
function windowFigures(value: string): string | undefined {
  const [, messages, most, tokens, mostTokens] = /^(\d+)\/(\d+) messages, (\d+)\/(\d+) tokens$/.exec(value) ?? []
  if (messages === undefined) return undefined
  return `${messages}/${most} 条消息、${countText(Number(tokens))}/${countText(Number(mostTokens))} token`
}

/** `2 short, 1 reaction`: the replies of the group so far. */
function replyCounts(value: string): string | undefined {
  const counts = value.split(', ').map((one) => /^(\d+) ([a-z]+)$/.exec(one))
  if (counts.some((count) => !count)) return undefined
  return counts.map((count) => `${count?.[1]} 条${zhValues[count?.[2] ?? ''] ?? count?.[2]}`).join('、')
}

const zhValues: Record<string, string> = {
  unknown: '没有这个工具',
  malformed: '参数无法解析',
  notAllowed: '不允许',
  repeated: '重复太多',
  outsideRead: '读过外来内容',
  denied: '没有操作员同意',
  notByText: '不能用文字行来做',
  byHook: '钩子拒绝了',
  refused: '拒绝了',
  hookFailed: '钩子出错了',
  unapproved: '等操作员同意',
  asked: '要操作员同意',
  changed: '改了结果',
  failed: '出错了',
  withheld: '不给看结果',
  ended: '结束工作',
  reaction: '表情',
  short: '短',
  normal: '一般',
  long: '长',
  medium: '中',
  fast: '快',
  slow: '慢',
  hint: '按模型的提示',
  colleague: '像同事一样',
  messages: '条消息',
  tokens: 'token',
  bot: '这个机器人',
  process: '全部机器人',
  me: '它自己',
  'me (unfounded)': '它自己（没有依据）',
  all: '所有人',
  other: '别人',
  send: '照发',
  shorten: '缩短',
  drop: '放弃',
}

const zhNames: Record<string, string> = {
  command: '命令',
  by: '由',
  most: '最多',
  n: '编号',
  step: '步',
  steps: '步数',
  spent: '已用 token',
  left: '剩余 token',
  tool: '工具',
  hook: '钩子',
  did: '做了',
  refused: '拒绝',
  botTurns: '机器人连续消息',
  calls: '调用',
  charset: '字符集',
  chars: '字数',
  chosen: '由谁来答',
  code: '代码',
  cooldown: '冷却',
  expired: '过期',
  field: '字段',
  finish: '结束原因',
  floor: '下限',
  freesIn: '距释放',
  heard: '已读消息',
  hint: '节奏',
  host: '服务器地址',
  kept: '留给人的请求',
  limit: '上限',
  long: '长窗口',
  maxBotTurns: '最多',
  maxBytes: '最多字节',
  maxPairTurns: '最多',
  maxPending: '队列上限',
  maxRoomTurns: '最多',
  maxTokens: '最多 token',
  medium: '中窗口',
  merged: '合并批数',
  messagesIn5m: '五分钟消息数',
  model: '模型',
  models: '模型',
  moved: '其间消息',
  need: '还需',
  pace: '打字快慢',
  path: '之前的闸门',
  pause: '间隔',
  policy: '策略',
  relevance: '相关度',
  repeats: '重复',
  replies: '回复',
  roomTurns: '房间里机器人的消息',
  scope: '范围',
  server: '服务',
  share: '份额',
  sharedBy: '一起判断的机器人',
  short: '短窗口',
  similarity: '相似度',
  sinceLastEnd: '距上一回合',
  size: '消息数',
  skipsInARow: '连续未发言',
  person: '此人',
  speaker: '发言者',
  speakersIn5m: '五分钟发言人数',
  status: '状态码',
  threshold: '阈值',
  timeout: '时限',
  times: '层数',
  to: '对象',
  took: '用时',
  tries: '次数',
  type: '类型',
  used: '已用',
  vitality: '活力',
  waited: '已等',
  waiting: '等待中',
  wait: '等待',
  what: '单位',
  window: '窗口',
}
