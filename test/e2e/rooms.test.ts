// A room with the demo's bots and the rehearsal: who answers, who stays silent, and why (R2, R3, R9, M2, V6, L3, L5).
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { quick, rooms, type Running, running, tempFolders } from './running.ts'
import { said } from './visitor.ts'

const folder = tempFolders()
let service: Running

beforeAll(async () => {
  service = await running(folder(), {
    groupSocial: quick,
    groups: { 'web:again': { groupSocial: { delay: { fastMs: [400, 400] } } } },
    channels: rooms('named', 'asked', 'zh', 'smalltalk', 'again'),
  })
})

afterAll(() => service?.stop())

const repliesIn = async (room: string) =>
  (await service.visitor.replies(room)).map(({ sender, replyTo, meta }) => ({ sender, replyTo, meta }))

const byRehearsal = { model: 'rehearsal', rehearsal: true }
const answered = (start: string, why: string) => [
  `dispatch start: ${start}`,
  `decide reply: ${why}`,
  'compose draft: written',
  'delay wait: a human pause',
  'send sent: the channel has it',
  'dispatch end: replied',
]
const silent = (why: string) => ['dispatch start: batch', why, 'dispatch end: silent']

test('a message that names one bot is answered by that bot alone, marked as a rehearsal', async () => {
  const { visitor } = service
  const id = await visitor.say('named', 'Rex, what do you think?')
  expect(said(await visitor.fate('named', 'rex', id))).toEqual(answered('mention', 'mentioned; no shared words'))
  expect(said(await visitor.fate('named', 'iris', id))).toEqual(silent('addressee skip: aimed at somebody else'))
  expect(await repliesIn('named')).toEqual([{ sender: 'rex', replyTo: id, meta: byRehearsal }])

  const [reply] = await visitor.replies('named')
  expect(said(await visitor.fate('named', 'iris', reply?.id ?? ''))).toEqual(
    silent('addressee skip: aimed at somebody else'),
  )
  const heardBy = (await visitor.verdicts('named')).filter(
    ({ gate, messages }) => gate !== 'own' && messages.includes(reply?.id ?? ''),
  )
  expect(new Set(heardBy.map(({ bot }) => bot))).toEqual(new Set(['iris']))
})

test.each([
  {
    room: 'asked',
    text: 'Which papers on statistics cover small experiments?',
    expert: 'iris',
    why: 'shared words: paper, statistic, experiment',
    other: 'rex',
  },
  {
    room: 'zh',
    text: '这段代码的测试有缺陷，谁来审查？',
    expert: 'rex',
    why: 'shared words: 代码, 测试, 缺陷, 审查',
    other: 'iris',
  },
])(
  'a question to nobody is answered by the one whose field it is: $text',
  async ({ room, text, expert, why, other }) => {
    const { visitor } = service
    const id = await visitor.say(room, text)
    expect(said(await visitor.fate(room, expert, id))).toEqual(answered('batch', why))
    expect(said(await visitor.fate(room, other, id))).toEqual(silent('decide skip: no shared words'))
    expect(await repliesIn(room)).toEqual([{ sender: expert, replyTo: id, meta: byRehearsal }])
  },
)

test('a bot answers Chinese in Chinese', async () => {
  const { visitor } = service
  const id = await visitor.say('zh', '小研，你怎么看这些论文？')
  expect((await visitor.reply('zh', { id, bot: 'iris' })).text).toMatch(/^（排练）.*论文/)
})

test('small talk is left to the people, and the verdicts say why', async () => {
  const { visitor } = service
  const id = await visitor.say('smalltalk', 'nice weather today')
  const judged = (await visitor.fate('smalltalk', 'iris', id)).find(({ gate }) => gate === 'relevance')
  const why = 'its words have too little to do with the bot'
  expect(judged).toMatchObject({ outcome: 'skip', why, numbers: { relevance: 0, floor: 0.2, vitality: 'COOLING' } })
  expect(said(await visitor.fate('smalltalk', 'rex', id))).toEqual(silent(`relevance skip: ${why}`))
  expect(await visitor.messages('smalltalk')).toHaveLength(1)
})

test('a mention during the pause takes the draft’s place and is answered once (L5)', async () => {
  const { visitor } = service
  await visitor.say('again', 'Iris, which papers?')
  await visitor.verdict('again', { bot: 'iris', gate: 'delay', outcome: 'wait' })
  const second = await visitor.say('again', 'Iris, and which statistics?')
  expect(said(await visitor.fate('again', 'iris', second))).toEqual([
    'dispatch start: mention',
    'decide reply: mentioned; shared words: paper',
    'compose draft: written',
    'delay wait: a human pause',
    'delay superseded: the bot was mentioned meanwhile',
    'dispatch restart: a mention during the pause',
    'decide reply: mentioned; shared words: statistic',
    'compose draft: written',
    'delay wait: a human pause',
    'send sent: the channel has it',
    'dispatch end: replied',
  ])
  expect(await repliesIn('again')).toEqual([{ sender: 'iris', replyTo: second, meta: byRehearsal }])
})

test('of two bots who both want to speak the better suited does, and the other drops its draft (L2, L3)', async () => {
  const both = await running(folder(), {
    bots: [
      { id: 'iris', name: 'Iris', role: 'researcher', expertise: 'statistics, samples, variance, surveys' },
      { id: 'rex', name: 'Rex', role: 'reviewer', expertise: 'surveys, tests' },
    ],
    groupSocial: { ...quick, delay: { pace: 'colleague', colleagueMs: [50, 3_000] } },
  })
  onTestFinished(() => both.stop())
  const { visitor } = both
  const id = await visitor.say('lobby', 'Which statistics for surveys with few samples and much variance?')
  expect(said(await visitor.fate('lobby', 'iris', id))).toEqual(
    answered('batch', 'shared words: statistic, survey, sample, variance'),
  )
  expect(said(await visitor.fate('lobby', 'rex', id))).toEqual([
    'dispatch start: batch',
    'decide reply: shared words: survey',
    'compose draft: written',
    'delay wait: a human pause',
    'rejudge drop: somebody has answered',
    'dispatch end: silent',
  ])
  expect((await visitor.replies('lobby')).map(({ sender }) => sender)).toEqual(['iris'])
})
