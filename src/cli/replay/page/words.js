// @ts-check
// What the report says, in English and Chinese; names of states and gates stay as the charts spell them.

/** @typedef {typeof en} Words */

/** @type {Record<string, string>} */
const gatesEn = {
  own: 'its own message',
  duplicate: 'the same message again',
  buffer: 'still gathering messages',
  dispatch: 'the queue was full',
  cooldown: 'it had just had a turn',
  patience: 'judged for nothing too often, so it waits longer',
  policy: 'the group’s policy says no',
  loop: 'only bots were talking',
  addressee: 'it was meant for somebody else',
  relevance: 'not its field',
  budget: 'the budget was spent',
  decide: 'the decision was not to speak',
  compose: 'no reply worth sending came out',
  delay: 'too late by the end of the pause',
  rejudge: 'no longer needed after the pause',
  send: 'the reply could not be posted',
}

/** @type {Record<string, string>} */
const gatesZh = {
  own: '自己的消息',
  duplicate: '重复的消息',
  buffer: '还在收集消息',
  dispatch: '队列已满',
  cooldown: '刚刚轮到过它',
  patience: '多次判断都没结果，要多等一会儿',
  policy: '群的策略不允许',
  loop: '只有机器人在说话',
  addressee: '是说给别人听的',
  relevance: '不是它的领域',
  budget: '额度用完了',
  decide: '判断为不说话',
  compose: '没有写出值得发的回复',
  delay: '停顿结束时已经太晚',
  rejudge: '停顿之后已不需要',
  send: '回复发不出去',
}

const en = {
  otherLanguage: '中文',
  /** @param {string} bot @param {string} file */
  title: (bot, file) => `${bot} in ${file}`,
  /** @param {string} decide @param {number} seed */
  subtitle: (decide, seed) =>
    `Recorded talk, replayed in virtual time · decisions: ${decide} · seed ${seed} · times in UTC`,
  figures: 'In figures',
  course: 'Over time',
  skips: 'Why it stayed silent',
  turns: 'Turns',
  group: 'Group',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  earlier: 'Earlier',
  later: 'Later',
  whole: 'Whole time',
  help: 'Drag across a plot to zoom all of them, double-click for the whole time. In a plot, the arrow keys move the cursor.',
  silence: 'Striped: hours of silence, squeezed.',
  plots: {
    vitality: 'Vitality',
    talk: 'Messages of others',
    replies: 'Own replies',
    calls: 'Model calls',
    budgetMessages: 'Budget: messages',
    budgetTokens: 'Budget: tokens',
    wait: 'Wait from batch to turn, unless called',
  },
  /** @param {string} step */
  per: (step) => `per ${step}`,
  time: 'time',
  others: 'all',
  mentions: 'mentions of the bot',
  replies: 'replies',
  decide: 'decisions',
  rejudge: 'judged again',
  compose: 'replies written',
  calls: 'calls',
  wait: 'wait',
  windows: { short: 'short', medium: 'medium', long: 'long' },
  limit: '100 % = limit',
  /** @param {number} used @param {number} limit */
  of: (used, limit) => `${used} of ${limit}`,
  /** @param {string} what @param {string} most @param {string} when */
  peak: (what, most, when) => `${what}: at most ${most}, ${when}`,
  /** @param {string} what @param {string} most */
  most: (what, most) => `${what}: at most ${most}`,
  /** @param {string} what */
  never: (what) => `${what}: none`,
  /** @param {string} state @param {number} share */
  share: (state, share) => `${state} ${share} %`,
  ofTalk: 'of messages by state',
  units: { d: 'd', h: 'h', m: 'min', s: 's' },
  difference: 'difference',
  onlyIn: /** @param {string} name @param {number} count */ (name, count) => `Answered under ${name} alone: ${count}`,
  stopped: /** @param {string} name @param {string} gate */ (name, gate) => `${name} stopped at ${gate}`,
  nothing: 'Nothing differs.',
  message: 'message',
  why: 'why not in the other',
  figure: 'figure',
  tiles: {
    others: 'messages of others',
    calls: 'model calls',
    callsPerMessage: 'judged of all messages',
    tokens: 'tokens',
    replies: 'replies',
    repliesToMentions: 'replies to mentions',
    mentionsAnswered: 'mentions answered',
    mentionsUnanswered: 'mentions unanswered',
    messageToReply: 'message → reply, median',
    batchToTurn: 'batch → turn, median',
    budgetRefusals: 'refused by the budget',
    violations: 'broken promises',
  },
  gates: gatesEn,
  noSkips: 'No gate said no.',
  anyGate: 'any gate',
  anyOutcome: 'any outcome',
  anySetting: 'both settings',
  gate: 'Gate that said no',
  outcome: 'Outcome',
  setting: 'Setting',
  outcomes: { replied: 'replied', silent: 'silent' },
  called: 'called by name',
  heads: ['time', 'batch', 'gates', 'reply', 'tokens'],
  /** @param {number} shown @param {number} total */
  count: (shown, total) => `${shown} of ${total} turns in view`,
  /** @param {number} count */
  cut: (count) =>
    `${count} turns are left out of this table, first of all silent ones that nobody called for; the figures and plots count them.`,
  /** @param {number} count */
  earlierInBatch: (count) => `and ${count} before`,
  more: 'Show more',
  noTurns: 'No turn is like that in view.',
}

/** @type {Words} */
const zh = {
  otherLanguage: 'English',
  title: (bot, file) => `${bot} · ${file}`,
  subtitle: (decide, seed) => `录下的对话，在虚拟时间中重放 · 决定：${decide} · 种子 ${seed} · 时间为 UTC`,
  figures: '数字',
  course: '时间线',
  skips: '为什么不说话',
  turns: '轮次',
  group: '群',
  zoomIn: '放大',
  zoomOut: '缩小',
  earlier: '更早',
  later: '更晚',
  whole: '全部时间',
  help: '在图上拖动可同时放大所有的图，双击看全部时间。在图中用方向键移动光标。',
  silence: '斜纹：几小时以上的沉默，已压缩。',
  plots: {
    vitality: '活跃度',
    talk: '别人的消息',
    replies: '自己的回复',
    calls: '模型调用',
    budgetMessages: '额度：消息',
    budgetTokens: '额度：token',
    wait: '从收齐到轮到的等待（点名除外）',
  },
  per: (step) => `每 ${step}`,
  time: '时间',
  others: '全部',
  mentions: '提到机器人',
  replies: '回复',
  decide: '判断',
  rejudge: '再判断',
  compose: '写回复',
  calls: '调用',
  wait: '等待',
  windows: { short: '短窗口', medium: '中窗口', long: '长窗口' },
  limit: '100 % = 上限',
  of: (used, limit) => `${used} / ${limit}`,
  peak: (what, most, when) => `${what}：最多 ${most}，${when}`,
  most: (what, most) => `${what}：最多 ${most}`,
  never: (what) => `${what}：无`,
  share: (state, share) => `${state} ${share} %`,
  ofTalk: '各状态下的消息',
  units: { d: '天', h: '小时', m: '分', s: '秒' },
  difference: '差别',
  onlyIn: (name, count) => `只在 ${name} 下得到回答：${count}`,
  stopped: (name, gate) => `${name} 停在 ${gate}`,
  nothing: '没有差别。',
  message: '消息',
  why: '另一边为什么没有',
  figure: '项目',
  tiles: {
    others: '别人的消息',
    calls: '模型调用',
    callsPerMessage: '消息中经过判断的',
    tokens: 'token',
    replies: '回复',
    repliesToMentions: '对点名的回复',
    mentionsAnswered: '点名得到回答',
    mentionsUnanswered: '点名没有回答',
    messageToReply: '消息 → 回复，中位数',
    batchToTurn: '收齐 → 轮到，中位数',
    budgetRefusals: '额度拒绝',
    violations: '违反的承诺',
  },
  gates: gatesZh,
  noSkips: '没有一道门说不。',
  anyGate: '任何门',
  anyOutcome: '任何结果',
  anySetting: '两种设置',
  gate: '说不的门',
  outcome: '结果',
  setting: '设置',
  outcomes: { replied: '已回复', silent: '没说话' },
  called: '被点名',
  heads: ['时间', '消息', '各道门', '回复', 'token'],
  count: (shown, total) => `可见的 ${total} 轮中的 ${shown} 轮`,
  cut: (count) => `表中略去了 ${count} 轮，先略去没人点名也没说话的；数字和图中仍有它们。`,
  earlierInBatch: (count) => `之前还有 ${count} 条`,
  more: '显示更多',
  noTurns: '可见的时间里没有这样的轮次。',
}

export const words = { en, zh }

/** `3 d`, `2.5 h`, `40 s`. @param {number} ms @param {Words} w */
export function spanText(ms, { units }) {
  const [unit, size] =
    ms >= 172_800_000
      ? [units.d, 86_400_000]
      : ms >= 3_600_000
        ? [units.h, 3_600_000]
        : ms >= 60_000
          ? [units.m, 60_000]
          : [units.s, 1_000]
  return `${Math.round((ms / size) * 10) / 10} ${unit}`
}
