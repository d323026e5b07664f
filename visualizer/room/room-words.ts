// What a room says of itself, in English and Chinese: for the page and for the plain chat.
import type { Lang } from '../time-text.ts'

export interface RoomWords {
  notHere: string
  name: string
  write(room: string): string
  send: string
  hint: string
  readOnly: string
  failed: string
  pick: string
  bot: string
  /** What follows is the message that was answered. */
  readWith: string
  rehearsal: string
  rehearsalHint: string
  reacts(bot: string, sign: string): string
  answers(name: string): string
  later: string
  earlier: string
  writing(names: readonly string[]): string
  spent(bot: string, span: string, ofOnePerson: boolean): string
  wasSpent(bot: string, until: string): string
  neverFree(bot: string): string
  following(bot: string): string
  follow: string
  empty: {
    title: string
    here: string
    asks(fields: readonly string[]): string
    /** Of a bot that is told nothing of. */
    plain: string
    tries: string
    hello: string
    askBot(bot: string, field: string | undefined): string
    askAll(field: string | undefined): string
    next: string
    nextPlain: string
  }
}

const en: RoomWords = {
  notHere: 'Choose a room on the left.',
  name: 'Your name',
  write: (room) => `Say something in ${room}…`,
  send: 'Send',
  hint: 'Enter sends, Shift+Enter starts a new line',
  readOnly: 'Read only: this group is in another chat app. Write there.',
  failed: 'The service could not be reached. Your text is still here.',
  pick: 'Why?',
  bot: 'bot',
  readWith: 'read with',
  rehearsal: 'rehearsal',
  rehearsalHint: 'Written by the rehearsal model, which is no language model',
  reacts: (bot, sign) => `${bot} reacts with ${sign}`,
  answers: (name) => `Show what ${name} said`,
  later: '↓ newer messages',
  earlier: '↑ earlier messages',
  writing: (names) => `${list(names, ' and ')} ${names.length === 1 ? 'is' : 'are'} writing…`,
  spent: (bot, span, ofOnePerson) =>
    ofOnePerson
      ? `${bot} has no budget left for one person, free in ${span}`
      : `${bot} is out of budget, free in ${span}`,
  wasSpent: (bot, until) => `${bot} was out of budget until ${until}`,
  neverFree: (bot) => `${bot} is out of budget: no window is large enough for the answer`,
  following: (bot) => `Following ${bot}`,
  follow: 'Follow the active bot',
  empty: {
    title: 'Nobody has spoken here yet',
    here: 'Who is here',
    asks: (fields) => `Knows about ${list(fields, ' and ')}.`,
    plain: 'Answers when it is mentioned, and when a message concerns it.',
    tries: 'Three things to try',
    hello: 'Hello everyone!',
    askBot: (bot, field) =>
      field === undefined ? `@${bot} what can you help with?` : `@${bot} where would you start with ${field}?`,
    askAll: (field) =>
      field === undefined ? 'What should we look at first today?' : `Does anyone know about ${field}?`,
    next: 'Then watch the chart: it lights up step by step. Click a message to see why a bot answered it, or did not.',
    nextPlain: 'Below each message you see what each bot did with it: answer, wait or stay silent, and why.',
  },
}

const zh: RoomWords = {
  notHere: '请在左边选一个房间。',
  name: '你的名字',
  write: (room) => `在 ${room} 说点什么…`,
  send: '发送',
  hint: 'Enter 发送，Shift+Enter 换行',
  readOnly: '这个群在别的聊天软件里：请到那里发言。',
  failed: '连不上服务。文字还在这里。',
  pick: '为什么？',
  bot: '机器人',
  readWith: '一起读了',
  rehearsal: '排练',
  rehearsalHint: '由排练模型写成，它不是语言模型',
  reacts: (bot, sign) => `${bot} 回应 ${sign}`,
  answers: (name) => `查看 ${name} 说的话`,
  later: '↓ 更新的消息',
  earlier: '↑ 更早的消息',
  writing: (names) => `${list(names, '和')}正在写…`,
  spent: (bot, span, ofOnePerson) => `${bot} ${ofOnePerson ? '给一个人的份额' : '的预算'}用完了，${span}后恢复`,
  wasSpent: (bot, until) => `${bot} 的预算曾用完，${until} 已恢复`,
  neverFree: (bot) => `${bot} 的预算用完了：没有哪个窗口够写这条回复`,
  following: (bot) => `正在跟随 ${bot}`,
  follow: '跟随活动的机器人',
  empty: {
    title: '这里还没有人说话',
    here: '谁在这里',
    asks: (fields) => `熟悉${list(fields, '和')}。`,
    plain: '被提到时会回复，话题与它有关时也会开口。',
    tries: '可以试试这三句',
    hello: '大家好！',
    askBot: (bot, field) =>
      field === undefined ? `@${bot} 你能帮什么忙？` : `@${bot} ${spaced(field).trimStart()}该从哪儿入手？`,
    askAll: (field) => (field === undefined ? '今天我们先看什么好？' : `有谁懂${spaced(field)}吗？`),
    next: '然后看状态图：它会一步一步亮起来。点一条消息，就能看到机器人为什么回复或不回复。',
    nextPlain: '每条消息下面写着各个机器人怎么处理它：回复、等待，还是不说话，以及为什么。',
  },
}

export const roomWords: Record<Lang, RoomWords> = { en, zh }

/** Between Chinese and Latin letters stands a space. */
const spaced = (word: string): string => word.replace(/^(?=[\x21-\x7e])/, ' ').replace(/(?<=[\x21-\x7e])$/, ' ')

/** `papers, data and statistics`, `论文、数据和统计`. */
function list(items: readonly string[], and: string): string {
  const comma = and.startsWith(' ') ? ', ' : '、'
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(comma)}${and}${items.at(-1)}`
}
