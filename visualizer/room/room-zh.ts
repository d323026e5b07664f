// What a room says of itself, in Chinese.
import type { Words } from '../words.ts'

export const roomZh: Words['room'] = {
  notHere: '请在左边选一个房间。',
  name: '你的名字',
  write: (room) => `在 ${room} 说点什么…`,
  send: '发送',
  hint: 'Enter 发送，Shift+Enter 换行',
  attach: '添加图片或文件',
  quote: (name) => `引用 ${name}`,
  readOnly: '这个群在别的聊天软件里：请到那里发言。',
  failed: '连不上服务。文字还在这里。',
  pick: '为什么？',
  people: '服务对象',
  served: '这里为谁服务',
  bot: '机器人',
  readWith: '一起读了',
  rehearsal: '排练',
  rehearsalHint: '由排练模型写成，它不是语言模型',
  reacts: (bot, sign) => `${bot} 回应 ${sign}`,
  answers: (name) => `查看 ${name} 说的话`,
  later: '↓ 更新的消息',
  earlier: '↑ 更早的消息',
  writing: (names) => `${list(names)}正在写…`,
  spent: (bot, span, ofOnePerson) => `${bot} ${ofOnePerson ? '给一个人的份额' : '的预算'}用完了，${span}后恢复`,
  wasSpent: (bot, until) => `${bot} 的预算曾用完，${until} 已恢复`,
  neverFree: (bot) => `${bot} 的预算用完了：没有哪个窗口够写这条回复`,
  following: (bot) => `正在跟随 ${bot}`,
  follow: '跟随活动的机器人',
  empty: {
    title: '这里还没有人说话',
    here: '谁在这里',
    asks: (fields) => `熟悉${list(fields)}。`,
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

/** Between Chinese and Latin letters stands a space. */
const spaced = (word: string): string => word.replace(/^(?=[\x21-\x7e])/, ' ').replace(/(?<=[\x21-\x7e])$/, ' ')

/** `论文、数据和统计`. */
function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join('、')}和${items.at(-1)}`
}
