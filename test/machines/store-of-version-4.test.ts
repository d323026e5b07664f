// A store that the release with version 4 of the group chart wrote, in the middle of eight lives: it is opened, and they go on.
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { groupMachine } from '../../machines/group/group.ts'
import type { GroupContext } from '../../machines/group/context.ts'
import { verdictsOf } from '../../src/room/steps.ts'
import { groupMigrations } from '../../machines/group/migrations.ts'
import { openDatabase } from '../../src/store/database.ts'
import { inputWith } from '../fakes/group-life.ts'
import { handClock } from '../host/hand-clock.ts'
import { type LocalLife, localLife, settled } from '../host/local-life.ts'

/** When it was written, ms. */
const writtenAt = 15_500
const scarce = {
  limits: { shortWindow: { durationMs: 100_000, maxMessages: 1, maxTokens: 12_000 } },
  delivery: { expiryMs: 300_000 },
}
const draft = { text: 'About forty.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 150 }

async function opened(): Promise<LocalLife & { told: (name: string) => string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'chime-store-4-'))
  const path = join(folder, 'store.sqlite')
  writeFileSync(path, gunzipSync(readFileSync(new URL('stores/version-4.sqlite.gz', import.meta.url))))
  const db = openDatabase(path)
  onTestFinished(async () => {
    db.close()
    await rm(folder, { recursive: true })
  })
  const told = new Map<string, string[]>()
  const life = localLife({
    db,
    clock: handClock(writtenAt),
    hosted: {
      version: groupMachine.version ?? '',
      migrations: groupMigrations,
      inputOf: (key) =>
        inputWith(key.endsWith('held') ? scarce : {}, { group: key.slice('iris '.length), canReact: true }),
    },
    host: {
      record: (step) => {
        const said = verdictsOf(step).map(({ at, gate, outcome }) => `${at} ${gate} ${outcome}`)
        told.set(step.key, [...(told.get(step.key) ?? []), ...said])
      },
    },
  })
  return { ...life, told: (name) => told.get(keyOf(name)) ?? [] }
}
const keyOf = (name: string): string => `iris web:${name}`
const turnOf = (life: LocalLife, name: string) => (life.state(keyOf(name)) as { turn: unknown }).turn

async function answer(life: LocalLife, name: string, output: object): Promise<void> {
  const call = life.calls.find(({ key }) => key === keyOf(name))
  if (!call) throw new Error(`no job of ${name} is under way`)
  life.calls.splice(life.calls.indexOf(call), 1)
  call.settle({ output })
  await settled()
}

test('every group goes on where it was, by the timers and the jobs of then', async () => {
  const life = await opened()
  expect(['held', 'draft', 'superseded', 'holding', 'deferring'].map((name) => turnOf(life, name))).toEqual([
    { awaitingBudget: 'signing' },
    { delaying: 'pausing' },
    { delaying: 'superseded' },
    { cooling: 'holding' },
    'deferring',
  ])
  // What the crash cut off is asked again, a sign is asked for again.
  expect(life.calls.map(({ key, src }) => `${key} ${src}`)).toEqual([
    'iris web:composing compose',
    'iris web:held sign',
  ])
  life.clock.advance(20_000)
  await settled()
  expect(turnOf(life, 'draft')).toEqual({ sending: 'delivering' })
  await answer(life, 'draft', { id: 'sent' })
  await answer(life, 'composing', draft)
  expect(turnOf(life, 'composing')).toEqual({ delaying: 'pausing' })
  const names = ['draft', 'composing', 'superseded', 'holding', 'deferring', 'buffering', 'muted']
  expect(Object.fromEntries(names.map((name) => [name, life.told(name)]))).toEqual({
    draft: ['20000 send sent', '20000 dispatch end'],
    composing: ['15500 compose failed', '20000 compose draft', '20000 delay wait'],
    superseded: ['18200 dispatch restart'],
    holding: ['16500 dispatch start'],
    deferring: ['18000 dispatch start'],
    buffering: ['18200 buffer flush', '18200 dispatch start', '18200 addressee skip', '18200 dispatch end'],
    muted: ['18200 buffer flush', '18200 dispatch start', '18200 control skip', '18200 dispatch end'],
  })
  life.clock.advance(120_000)
  await settled()
  expect(life.told('held').filter((said) => said.includes('dispatch'))).toEqual(['112000 dispatch restart'])
})

test('what was spent, heard and asked then is known, and a request is not charged twice', async () => {
  const life = await opened()
  const { queue, budget, room, turn, self } = life.context(keyOf('held')) as unknown as GroupContext
  expect([queue.pending, budget.sends, room.activity.messages, turn?.signed, self.turns]).toEqual([
    [],
    [12_000],
    2,
    ['h2'],
    2,
  ])
  const kept = (life.context(keyOf('composing')) as unknown as GroupContext).budget
  expect([kept.calls.length, kept.reserved?.at]).toEqual([1, writtenAt])
})

test('an event that waited in the store is read with the names of then', async () => {
  const life = await opened()
  const old = { id: 'o', elsewhere: true } as { id: string }
  life.say(old, keyOf('new'))
  life.clock.advance(20_000)
  expect(life.told('new').slice(1)).toEqual(['18500 dispatch start', '18500 addressee skip', '18500 dispatch end'])
})
