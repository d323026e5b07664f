// The everyday words of a field: one charged call a profile, kept in the store, tried again when it fails.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { BotConfig } from '../../src/config/bots.ts'
import { makeCeilings } from '../../src/llm/ceilings.ts'
import { type ChatAnswer, type ChatRequest, ModelError } from '../../src/llm/model.ts'
import { refFor, makeMember } from '../../src/room/members.ts'
import { openProblemWords } from '../../src/jobs/problem-words.ts'
import { openLedger } from '../../src/store/ledger.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openTalk } from '../../src/store/talk.ts'
import { rehearsal } from '../config/demo-config.ts'

const minute = 60_000
const words = ['crash', 'it hangs', '报错', '闪退', '太慢']
const good: ChatAnswer = { text: JSON.stringify({ words }), finish: 'stop', model: 'm', tokens: 444 }
const rex: BotConfig = {
  id: 'rex',
  name: 'Rex',
  aliases: [],
  role: 'code reviewer',
  expertise: 'bugs, tests',
  operators: [],
  model: { ...rehearsal, provider: 'openai' },
  limits: { dailyMessages: 300, dailyTokens: 300_000 },
}

interface Given {
  bot?: BotConfig
  answer?: () => Promise<ChatAnswer>
  isRehearsal?: boolean
  dailyTokens?: number
  db?: ReturnType<typeof openDatabase>
}

/** A service's part of it, whose time stands still unless it is moved. */
function kept({
  bot = rex,
  answer = () => Promise.resolve(good),
  isRehearsal = false,
  dailyTokens = 300_000,
  ...given
}: Given) {
  const { db = openDatabase(':memory:') } = given
  const asked: ChatRequest[] = []
  const logged: string[] = []
  const life = { at: 1_000 * minute, bot, answer, asked, logged, db }
  const now = () => life.at
  const ledger = openLedger(db)
  const limits = { dailyMessages: 300, dailyTokens }
  const ceilings = makeCeilings({ process: limits, bots: { rex: limits }, spent: () => ledger.spentSince(0), now })
  const model = {
    name: 'm',
    rehearsal: isRehearsal,
    async ask(request: ChatRequest) {
      request.mayCost?.(request.reservedTokens ?? 0)
      asked.push(request)
      return life.answer()
    },
  }
  const problemWords = openProblemWords({
    db,
    config: { bots: [bot] },
    profile: () => life.bot,
    models: { reply: () => model },
    ceilings,
    ledger,
    log: pino({ level: 'info', base: null, timestamp: false }, { write: (line) => void logged.push(line) }),
    now,
  })
  const tokens = () => ({
    stored: ledger.spentSince(0).reduce((sum, spent) => sum + spent.tokens, 0),
    used: ceilings.used('rex').tokens,
  })
  return Object.assign(life, { problemWords, tokens })
}

test('a profile costs one call, which is charged, however often and by which start it is looked at', async () => {
  const life = kept({})
  await life.problemWords.look()
  await life.problemWords.look()
  expect(life.problemWords.of('rex')).toEqual(words)
  expect(life.tokens()).toEqual({ stored: 444, used: 444 })
  const again = kept({ db: life.db })
  await again.problemWords.look()
  expect(again.problemWords.of('rex')).toEqual(words)
  expect([life.asked.length, again.asked.length]).toEqual([1, 0])
})

test('a persona that changes costs another call, and none when it is changed back', async () => {
  const life = kept({})
  await life.problemWords.look()
  life.bot = { ...rex, persona: 'knows databases too' }
  life.answer = () => Promise.resolve({ ...good, text: JSON.stringify({ words: [...words, 'deadlock'] }) })
  await life.problemWords.look()
  expect(life.problemWords.of('rex')).toEqual([...words, 'deadlock'])
  life.bot = rex
  await life.problemWords.look()
  expect(life.problemWords.of('rex')).toEqual(words)
  expect(life.asked.length).toBe(2)
})

test('a call that fails is charged, logged, and tried again after ten minutes, then after twenty', async () => {
  const life = kept({ answer: () => Promise.reject(new ModelError('unavailable', { why: 'unavailable' }, 7)) })
  const callsAt = async (minutes: number) => {
    life.at = (1_000 + minutes) * minute
    await life.problemWords.look()
    return life.asked.length
  }
  expect([await callsAt(0), await callsAt(9), await callsAt(10), await callsAt(29)]).toEqual([1, 1, 2, 2])
  expect(life.tokens()).toEqual({ stored: 14, used: 14 })
  expect(life.logged.map((line) => JSON.parse(line) as object)).toEqual(
    Array.from({ length: 2 }, () => ({
      level: 40,
      bot: 'rex',
      error: 'not available at the moment',
      msg: 'the everyday words of its field could not be written: it is tried again later',
    })),
  )
  life.answer = () => Promise.resolve(good)
  expect(await callsAt(30)).toBe(3)
  expect(life.problemWords.of('rex')).toEqual(words)
})

test('an answer that is no list is charged and tried again', async () => {
  const life = kept({ answer: () => Promise.resolve({ ...good, text: 'Sorry, I cannot do that.' }) })
  await life.problemWords.look()
  expect(life.problemWords.of('rex')).toEqual([])
  expect(life.tokens()).toEqual({ stored: 444, used: 444 })
  life.at += 10 * minute
  await life.problemWords.look()
  expect(life.asked.length).toBe(2)
})

test('a stop ends the call, which stays charged as if it had taken all, and the next start waits its time', async () => {
  const life = kept({})
  life.answer = () =>
    new Promise((_, reject) => {
      life.asked
        .at(-1)
        ?.signal.addEventListener('abort', () => reject(new ModelError('interrupted', { why: 'interrupted' })))
    })
  const looking = life.problemWords.look()
  const held = life.asked[0]?.reservedTokens ?? 0
  expect(life.tokens()).toEqual({ stored: held, used: held })
  await life.problemWords.stop()
  await looking
  expect(life.tokens()).toEqual({ stored: held, used: held })
  const again = kept({ db: life.db })
  await again.problemWords.look()
  expect(again.asked.length).toBe(0)
  again.at += 10 * minute
  await again.problemWords.look()
  expect(again.problemWords.of('rex')).toEqual(words)
})

test('nothing is asked of the rehearsal, for a bot that does without, for one without a field, or beyond the budget', async () => {
  const lives = [
    kept({ isRehearsal: true }),
    kept({ bot: { ...rex, problemWords: false } }),
    kept({ bot: { ...rex, role: '', expertise: '' } }),
    kept({ dailyTokens: 500 }),
  ]
  await Promise.all(lives.map(({ problemWords }) => problemWords.look()))
  expect(lives.map(({ asked }) => asked.length)).toEqual([0, 0, 0, 0])
  expect(lives.map(({ tokens }) => tokens())).toEqual(lives.map(() => ({ stored: 0, used: 0 })))
})

test('a language that people speak around it is asked for once it is spoken often', async () => {
  const life = kept({})
  const talk = openTalk(life.db)
  const say = (id: number, text: string): void =>
    talk.put('web:lobby', { id: `${id}`, ts: id, sender: 'ann', name: 'Ann', bot: false, text })
  for (let id = 0; id < 10; id += 1) say(id, id < 9 ? '这个怎么办' : 'what is that and why')
  await life.problemWords.look()
  say(10, '又来了')
  await life.problemWords.look()
  const tasks = life.asked.map(({ messages }) => /written in(.*?);/.exec(messages[0]?.content ?? '')?.[1])
  expect(tasks).toEqual(['', ' and in Chinese'])
})

test('a language of those who are not served costs no call, however much they say', async () => {
  const life = kept({})
  const talk = openTalk(life.db)
  await life.problemWords.look()
  for (let id = 0; id < 40; id += 1) {
    const line = { id: `${id}`, ts: id, sender: 'eve', name: 'Eve', bot: false, text: '这个怎么办' }
    talk.put('web:lobby', { ...line, refused: true })
  }
  await life.problemWords.look()
  expect(life.asked.length).toBe(1)
})

test('a member hears a complaint as one of its field as soon as the words are there', async () => {
  const life = kept({})
  const member = makeMember(rex, 'rex', () => life.problemWords.of('rex'))
  const message = {
    id: '1',
    ts: 1,
    group: 'web:lobby',
    sender: { id: 'ann', name: 'Ann', bot: false },
    text: '一保存就闪退',
  }
  const before = refFor(member, message, { mentioned: false }).relevance
  await life.problemWords.look()
  expect([before, refFor(member, message, { mentioned: false }).relevance]).toEqual([0, 0.48])
})
