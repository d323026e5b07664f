// What counts as an order to forget, in words that people use; what merely speaks of forgetting is none.
import { expect, test } from 'vitest'
import { type ForgetOrder, forgetOrder } from '../../src/memory/forget-order.ts'

const that: ForgetOrder = { what: 'that' }
const everything: ForgetOrder = { what: 'everything' }
const topic = (about: string, mine = false): ForgetOrder => ({ what: 'topic', about, mine })

const orders: [string, ForgetOrder][] = [
  ['forget that', that],
  ['oh right. Iris please forget that number and dont mention it again', that],
  ['forget this password, and never say it again', that],
  ['等等不该发群里，小爱把口令忘掉，别再提', { what: 'topic', about: '口令', mine: false }],
  ['Iris, forget that please', that],
  ['Please forget that, Iris.', that],
  ['forget what I just said', that],
  ["don't remember that", that],
  ['delete that message from your memory', that],
  ['forget everything', everything],
  ['Iris forget all of it', everything],
  ['now forget it all', everything],
  ['wipe your memory', everything],
  ['@Iris please forget what I said about the salary', topic('the salary', true)],
  ['could you forget about my birthday?', topic('my birthday', true)],
  ['ok, forget everything you know about Project X', topic('Project X')],
  ['forget the number 60', topic('the number 60')],
  ['忘掉这个', that],
  ['忘了吧', that],
  ['小爱，忘了刚才的话', that],
  ['别记了', that],
  ['不要记住这个', that],
  ['请把这件事忘了', that],
  ['能忘掉这件事吗？', that],
  ['忘掉一切', everything],
  ['忘掉所有', everything],
  ['清空你的记忆', everything],
  ['把我的生日忘掉', topic('生日', true)],
  ['请忘记我说的工资', topic('工资', true)],
]

const others = [
  "don't forget that",
  'never forget this',
  'I forgot that',
  'did you forget that?',
  'you always forget that',
  'I will forget that soon',
  'oh forget it',
  'forget it',
  'drop that table',
  'delete that line',
  'How do I delete everything in a table?',
  'how can I delete a message?',
  'Yesterday you said 60: how did you get that?',
  '别忘了带伞',
  '别忘了这个',
  '不要忘记明天开会',
  '我忘了',
  '我忘了这个怎么写',
  '你忘了吗',
  '忘了带钥匙',
  '忘了问你，今天几号',
  '他把钥匙忘了',
  '我把密码忘了，怎么办',
  '记得明天开会',
]

test.each(orders)('obeys "%s"', (text, order) => {
  expect(forgetOrder(text, ['Iris', '小爱'])).toEqual(order)
})

test.each(others)('does not take "%s" for an order', (text) => {
  expect(forgetOrder(text, ['Iris', '小爱'])).toBeUndefined()
})
