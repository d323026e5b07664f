// What the house's own tools write on the tape: with the step, under the ids of run and call, in one group alone.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActInput, TakenCall, TapeEntry } from '../../../machines/agent/children.ts'
import { act } from '../../../src/jobs/run/act.ts'
import { conversation } from '../../../src/jobs/run/conversation.ts'
import { pageTool } from '../../../src/jobs/run/page-tool.ts'
import { tapeTools } from '../../../src/jobs/run/tape-tools.ts'
import { actorKey } from '../../../src/room/key.ts'
import { openRunTape } from '../../../src/store/run-tape.ts'
import { makeRegistry } from '../../../src/tools/registry.ts'
import { inMemory } from '../../host/stores.ts'

const place = (group: string) => ({ bot: 'iris', group, oneToOne: false })

function working() {
  const tape = openRunTape(inMemory())
  const registry = makeRegistry([pageTool(tape), ...tapeTools(tape)])
  const tools = registry.tools.map(({ name }) => name)
  /** As a step does: the call, and once it has ended what it wrote. */
  async function calls(
    group: string,
    run: string,
    id: string,
    tool: string,
    args: object,
    more: Partial<ActInput> = {},
  ) {
    const key = actorKey(place(group))
    const body = { tool, wire: `w${id}`, name: tool, arguments: JSON.stringify(args), talkUntil: 'm7' }
    tape.append(key, 1, [{ run, id, kind: 'tool_call', body, tokens: 30 }])
    const call: TakenCall = { id, tool, effect: registry.find(tool)?.effect ?? 'read' }
    const acted = await act(
      { registry, tape, workspaceOf: () => '/' },
      { run, turn: 1, call, askers: ['ann'], tools, timeoutMs: 1_000, ...more },
      { ...place(group), key, signal: new AbortController().signal },
    )
    tape.append(key, 2, acted.entries)
    return acted
  }
  const resultIn = ({ entries }: { entries: TapeEntry[] }): unknown =>
    (entries.at(-1)?.body as { text?: string } | undefined)?.text
  const facts = (group: string) => tape.facts(actorKey(place(group))).map(({ n, body }) => [n, body])
  return { tape, calls, resultIn, facts }
}

test('a handoff becomes an anchor of the run, and the conversation goes on from its call', async () => {
  const { tape, calls } = working()
  const key = actorKey(place('web:a'))
  await calls('web:a', 'r1', '1.0', 'tape.search', { words: 'samples' })
  const acted = await calls('web:a', 'r1', '2.0', 'tape.handoff', { name: 'samples', summary: 'Seven were taken.' })
  expect(acted.entries.map(({ id, kind, body }) => [id, kind, body])).toEqual([
    ['2.0e0', 'anchor', { name: 'samples', summary: 'Seven were taken.', talkUntil: 'm7' }],
    ['2.0r', 'tool_result', { call: '2.0', tool: 'tape.handoff', text: 'handed off: go on from your summary' }],
  ])
  const [call, result] = [30, acted.entries[1]?.tokens ?? 0]
  expect([acted.beginsHere, acted.grown]).toEqual([true, call + result])
  await calls('web:a', 'r1', '3.0', 'tape.search', { words: 'more' })
  const shown = conversation(tape.ofRun(key, 'r1'))
  expect(shown.map(({ role, calls: made, callId }) => made?.map(({ id }) => id) ?? [role, callId])).toEqual([
    ['w2.0'],
    ['tool', 'w2.0'],
    ['w3.0'],
    ['tool', 'w3.0'],
  ])
  expect(tape.context(key, 1_000).anchor).toBeUndefined()
  tape.merge(key, 'r1', 3)
  expect(tape.context(key, 1_000).anchor?.body).toMatchObject({ summary: 'Seven were taken.' })
})

test('a fact holds once its run has ended well, and once however often the call is made', async () => {
  const { tape, calls, facts } = working()
  const key = actorKey(place('web:a'))
  await calls('web:a', 'r1', '1.0', 'fact.remember', { text: 'Ann takes notes.' })
  await calls('web:a', 'r1', '1.0', 'fact.remember', { text: 'Ann takes notes.' })
  await calls('web:a', 'r2', '1.0', 'fact.remember', { text: 'Ben brings cake.' })
  expect(facts('web:a')).toEqual([])
  tape.merge(key, 'r1', 3)
  tape.fail(key, 'r2', 3, { run: 'r2', id: 'end', kind: 'event', body: { name: 'run' }, tokens: 20 })
  expect(facts('web:a').map(([, body]) => body)).toEqual([{ text: 'Ann takes notes.' }])
})

test('a fact is forgotten at once, by the number that a search tells; no other one can be', async () => {
  const { tape, calls, facts, resultIn } = working()
  await calls('web:a', 'r1', '1.0', 'fact.remember', { text: 'Ann takes notes.' })
  tape.merge(actorKey(place('web:a')), 'r1', 3)
  const [[n] = []] = facts('web:a')
  expect(resultIn(await calls('web:a', 'r2', '1.0', 'tape.search', { words: 'notes' }))).toContain(
    `fact ${String(n)}: `,
  )
  const wrong = await calls('web:b', 'r3', '1.0', 'fact.forget', { n })
  expect([wrong.isError, resultIn(wrong)]).toEqual([true, `there is no fact ${String(n)}`])
  await calls('web:a', 'r2', '2.0', 'fact.forget', { n })
  expect(facts('web:a')).toEqual([])
})

test('a fact goes with the message that it was noted for; a summary says whether it may rest on something from outside', async () => {
  const { tape, calls, facts } = working()
  const key = actorKey(place('web:a'))
  tape.append(key, 1, [{ run: 'r1', id: '0', kind: 'message', body: { role: 'user', messages: ['m5'] }, tokens: 0 }])
  await calls('web:a', 'r1', '1.0', 'fact.remember', { text: 'Ann takes notes.' })
  await calls('web:a', 'r1', '2.0', 'tape.handoff', { name: 'x', summary: 'Seven.' }, { readOutside: true })
  tape.merge(key, 'r1', 3)
  expect(facts('web:a').map(([, body]) => body)).toEqual([{ text: 'Ann takes notes.', messages: ['m5'] }])
  expect(tape.anchor(key)?.body).toEqual({ name: 'x', summary: 'Seven.', talkUntil: 'm7', outside: true })
  tape.strike(key, { id: 'm5', text: 'note it' })
  expect(facts('web:a')).toEqual([])
})

test('what is handed off, remembered and done in one group is found in no other', async () => {
  const groups = ['web:a', 'web:b', 'web:c']
  const write = fc.record({
    group: fc.constantFrom(...groups),
    tool: fc.constantFrom('fact.remember', 'tape.handoff'),
    ends: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 12 }), async (writes) => {
      const { tape, calls, resultIn } = working()
      await writes.reduce(async (before, { group, tool, ends }, n) => {
        await before
        const text = `secret of ${group}`
        await calls(group, `r${n}`, '1.0', tool, tool === 'fact.remember' ? { text } : { name: 'x', summary: text })
        if (ends) tape.merge(actorKey(place(group)), `r${n}`, 3)
      }, Promise.resolve())
      const seen = await Promise.all(
        groups.map(async (group) => {
          const key = actorKey(place(group))
          const found = resultIn(await calls(group, 'looks', '1.0', 'tape.search', { words: 'secret' }))
          return JSON.stringify([found, tape.context(key, 10_000), tape.facts(key), tape.anchors(key)])
        }),
      )
      const shown = groups.map((_, n) => groups.filter((group) => seen[n]?.includes(`secret of ${group}`)))
      const inForce = groups.map((group) => (writes.some((each) => each.group === group && each.ends) ? [group] : []))
      expect(shown).toEqual(inForce)
    }),
    { numRuns: 40 },
  )
})
