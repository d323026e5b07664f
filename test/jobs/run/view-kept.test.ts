// What a run was shown by name outlives a summary of it, and is paid for in every step that follows (A3, A7).
import { expect, test } from 'vitest'
import type { TapeEntry, ThinkInput } from '../../../machines/agent/children.ts'
import { act } from '../../../src/jobs/run/act.ts'
import { handOff } from '../../../src/jobs/run/hand-off.ts'
import { tapeTools } from '../../../src/jobs/run/tape-tools.ts'
import { think } from '../../../src/jobs/run/think.ts'
import { viewRow } from '../../../src/jobs/run/view-rows.ts'
import { openAcceptedTexts } from '../../../src/store/accepted-texts.ts'
import { openRunTape } from '../../../src/store/run-tape.ts'
import { makeRegistry } from '../../../src/tools/registry.ts'
import { inMemory } from '../../host/stores.ts'
import { context, depsWith, scripted, toCompose } from '../jobs.ts'

const key = 'iris web:lobby'
const place = { ...context, oneToOne: false, key }
const view = viewRow('r', 1, { tools: [], skills: [{ name: 'report', text: 'Begin with the sum.' }] }, 70)
const input: ThinkInput = {
  run: 'r',
  turn: 1,
  step: 2,
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

function after(entries: TapeEntry[]) {
  const tape = openRunTape(inMemory())
  tape.append(key, 1, entries)
  const registry = makeRegistry(tapeTools(tape))
  const model = scripted('Seven were taken.')
  const deps = { ...depsWith(model), tools: registry, tape }
  return { tape, registry, model, deps }
}

test('a summary that the model is asked for does not take the place of it', async () => {
  const { tape, model, deps } = after(view)
  const summed = await handOff(deps, { ...input, handoff: 'long' }, place)
  const without = await handOff(after([]).deps, { ...input, handoff: 'long' }, place)
  expect(summed.grown - without.grown).toBe(70)
  tape.append(key, 2, summed.entries)
  await think(deps, { ...input, step: 3 }, place)
  const { messages } = model.asked.at(-1) ?? { messages: [] }
  expect(messages[0]?.content.endsWith('<skill>\nBegin with the sum.\n</skill>')).toBe(true)
})

test('nor does one that it writes with a call', async () => {
  const args = { name: 'samples', summary: 'Seven were taken.' }
  const grownOf = async (entries: TapeEntry[]) => {
    const body = { tool: 'tape.handoff', wire: 'w', name: 'tape.handoff', arguments: JSON.stringify(args) }
    const { tape, registry } = after([...entries, { run: 'r', id: '2.0', kind: 'tool_call', body, tokens: 30 }])
    const call = { id: '2.0', tool: 'tape.handoff', effect: 'keyed' as const }
    const given = { run: 'r', turn: 1, call, askers: ['ann'], tools: ['tape.handoff'], timeoutMs: 1_000 }
    return (await act({ registry, tape, workspaceOf: () => '/' }, given, place)).grown
  }
  expect((await grownOf(view)) - (await grownOf([]))).toBe(70)
})

test('what an operator accepted is kept for one bot in one group', () => {
  const accepted = openAcceptedTexts(inMemory())
  const word = { place: key, name: 'report', by: 'person:olga', at: 1 }
  accepted.put({ ...word, digest: 'a' })
  accepted.put({ ...word, digest: 'b', at: 2 })
  accepted.put({ ...word, place: 'rex web:lobby', digest: 'c' })
  expect([[...accepted.of(key)], [...accepted.of('iris web:other')]]).toEqual([[['report', 'b']], []])
  expect([accepted.drop(key, 'report'), accepted.drop(key, 'report'), accepted.of('rex web:lobby').size]).toEqual([
    true,
    false,
    1,
  ])
})
