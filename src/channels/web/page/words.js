// @ts-check
// What the page itself says, in English and Chinese; names of gates stay as the charts spell them.

/** @typedef {import('./fates.js').Fate} Fate */

const en = {
  rooms: 'Rooms',
  bots: 'Bots in this room',
  messages: 'Messages',
  message: 'Message',
  empty: 'Nobody has spoken yet. The bots read along and chime in when they have something to add.',
  newer: '↓ New messages',
  name: 'Your name',
  write: 'Write to the room…',
  send: 'Send',
  hint: 'Enter sends, Shift+Enter starts a new line',
  bot: 'bot',
  rehearsal: 'rehearsal',
  rehearsalHint: 'Written by the rehearsal stand-in, not by a language model',
  reaction: 'reacts',
  live: 'live',
  reconnecting: 'reconnecting…',
  unreachable: 'The service cannot be reached. Your text is still here: try again.',
  noRooms: 'No room is set up: add one to channels.web.rooms.',
  otherLanguage: '中文',
  /** @param {Fate} fate */
  fate: (fate) => {
    const until = fate.until === undefined ? '' : clock(fate.until, 'en')
    const because = until ? `the budget is spent until ${until}` : reason(fate)
    if (fate.kind === 'waiting') return `waiting ${fate.seconds} s`
    if (fate.kind === 'held') return `waits for budget until ${until}`
    if (fate.kind === 'silent') return because ? `silent — ${because}` : 'silent'
    return {
      queued: 'will read it soon',
      reading: 'reading…',
      typing: 'typing…',
      again: 'thinking again…',
      sent: 'replied',
    }[fate.kind]
  },
}

/** @type {typeof en} */
const zh = {
  rooms: '房间',
  bots: '房间里的机器人',
  messages: '消息',
  message: '消息',
  empty: '还没有人说话。机器人都在看，有话可说时才会开口。',
  newer: '↓ 新消息',
  name: '你的名字',
  write: '说点什么…',
  send: '发送',
  hint: 'Enter 发送，Shift+Enter 换行',
  bot: '机器人',
  rehearsal: '排练',
  rehearsalHint: '由排练替身写成，不是语言模型',
  reaction: '回应',
  live: '已连接',
  reconnecting: '正在重连…',
  unreachable: '连不上服务。文字还在这里，请再试一次。',
  noRooms: '还没有房间：请在 channels.web.rooms 中添加。',
  otherLanguage: 'English',
  fate: (fate) => {
    const until = fate.until === undefined ? '' : clock(fate.until, 'zh')
    const because = until ? `预算已用完，${until} 恢复` : reason(fate)
    if (fate.kind === 'waiting') return `等 ${fate.seconds} 秒`
    if (fate.kind === 'held') return `等预算，到 ${until}`
    if (fate.kind === 'silent') return because ? `不说话 — ${because}` : '不说话'
    return { queued: '稍后会看', reading: '正在看…', typing: '正在写…', again: '再想想…', sent: '已回复' }[fate.kind]
  },
}

export const words = { en, zh }

/** Of another day with its name. @param {number} time ms @param {'en' | 'zh'} language */
function clock(time, language) {
  const at = new Date(time)
  const isToday = at.toDateString() === new Date().toDateString()
  const minute = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit', hour12: false })
  return at.toLocaleTimeString(language, isToday ? minute : { weekday: 'short', ...minute })
}

/** @param {Fate} fate */
function reason({ why, gate }) {
  return why && gate ? `${why} (${gate})` : why
}
