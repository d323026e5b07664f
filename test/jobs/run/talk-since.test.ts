// The talk of a run is cut where its last summary ends: what that was written from stands in it, and is paid for once (A3).
import { expect, test } from 'vitest'
import type { TapeEntry, ThinkInput } from '../../../machines/agent/children.ts'
import { handOff } from '../../../src/jobs/run/hand-off.ts'
import { talkSince } from '../../../src/jobs/run/talk-since.ts'
import { tapeTools } from '../../../src/jobs/run/tape-tools.ts'
import { think } from '../../../src/jobs/run/think.ts'
import { estimateRequest } from '../../../src/language/tokens.ts'
import type { Talk } from '../../../src/prompt/talk.ts'
import { openRunTape } from '../../../src/store/run-tape.ts'
import { makeRegistry } from '../../../src/tools/registry.ts'
import { inMemory } from '../../host/stores.ts'
import { said } from '../../prompt/iris.ts'
import { context, depsWith, scripted, toCompose } from '../jobs.ts'

const key = 'iris web:lobby'
const place = { ...context, oneToOne: false, key }
const talk: Talk = {
  before: [said(1, 'Ann', 'the tea is cold'), said(2, 'Cleo', 'so is the lab')],
  batch: [said(5, 'Bob', 'which test then?')],
  after: [said(7, 'Rex', 'an old remark'), said(9, 'Ann', 'a new remark')],
  linked: [said(0, 'Iris', 'words of long ago')],
}
const input: ThinkInput = {
  run: 'r',
  turn: 1,
  step: 3,
  at: toCompose.at,
  batch: ['5'],
  targets: ['5'],
  steering: [],
  tools: [],
  type: 'long',
  maxChars: 500,
  markdown: false,
  timeoutMs: 12_000,
  maxTokens: 9_000,
  maxOutputTokens: 500,
  maxTalkTokens: 2_000,
}
const anchor = (talkUntil: string, run = 'r'): TapeEntry => ({
  run,
  id: '2h',
  kind: 'anchor',
  body: { name: 'long', summary: 'Asked: which test.', talkUntil },
  tokens: 9,
})

function after(entries: TapeEntry[], of = talk) {
  const tape = openRunTape(inMemory())
  tape.append(key, 1, entries)
  const model = scripted('A Welch test.')
  const deps = { ...depsWith(model, { talk: () => of }), tools: makeRegistry(tapeTools(tape)), tape }
  return { tape, deps, prompt: () => model.asked.at(-1)?.messages ?? [] }
}
const remarks = ['the tea is cold', 'so is the lab', 'which test then?', 'an old remark', 'a new remark']
async function shownAfter(entries: TapeEntry[], of = talk): Promise<string[]> {
  const { deps, prompt } = after(entries, of)
  await think(deps, input, place)
  const text = prompt()
    .map(({ content }) => content)
    .join('\n')
  return remarks.filter((words) => text.includes(words))
}

test('behind the last summary stand what is to be answered and what was said since, and nothing older', async () => {
  expect(await shownAfter([anchor('7')])).toEqual(['which test then?', 'a new remark'])
  expect(await shownAfter([anchor('2'), { ...anchor('9'), id: '2.0e0' }])).toEqual(['which test then?'])
})

test('without one, or with one of another run, or of a line that is gone, the talk is whole', async () => {
  const shown = await Promise.all([[], [anchor('7', 'other')], [anchor('gone')]].map((entries) => shownAfter(entries)))
  expect(shown).toEqual([remarks, remarks, remarks])
  expect(talkSince(talk, undefined, [])).toBe(talk)
})

test('what is replied to is older than all of it; lines of one moment keep their order', () => {
  const left = talkSince(talk, '2', ['5'])
  expect([left.linked, left.before, left.after.length]).toEqual([[], [], 2])
  const [a, b] = ['a', 'b'].map((id) => ({ ...said(3, 'Ann', id), id }))
  expect(talkSince({ before: [], batch: [a!, b!], after: [] }, 'a', []).batch.map(({ id }) => id)).toEqual(['b'])
})

test('a summary that comes after another one knows the talk as far, where nothing was said since', async () => {
  const until = async (of: Talk): Promise<unknown> => {
    const { deps } = after([anchor('9')], of)
    const { entries } = await handOff(deps, { ...input, handoff: 'long' }, place)
    return (entries[0]?.body as { talkUntil?: string } | undefined)?.talkUntil
  }
  expect(await until(talk)).toBe('9')
  expect(await until({ ...talk, after: [...talk.after, said(11, 'Ann', 'and one more')] })).toBe('11')
})

test('a summary takes the tokens of the talk that it knows out of each step that follows', async () => {
  const chatter = Array.from({ length: 30 }, (_, n) =>
    said(10 + n, 'Ann', `remark ${n} on tea, samples and the weather`),
  )
  const long = { ...talk, after: [...talk.after, ...chatter] }
  const tokensOf = async (entries: TapeEntry[]): Promise<number> => {
    const { deps, prompt } = after(entries, long)
    await think(deps, input, place)
    return estimateRequest(prompt(), [])
  }
  expect((await tokensOf([])) - (await tokensOf([anchor('39')]))).toBeGreaterThan(300)
})
