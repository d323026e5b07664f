import { expect, onTestFinished, test, vi } from 'vitest'
import type { MessageRef } from '../../machines/group/types.ts'
import { resetGroup } from '../../src/cli/doctor/reset.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import type { Config } from '../../src/config/config.ts'
import { openTape } from '../../src/store/tape.ts'
import { fakeProvider } from '../llm/fake-provider.ts'
import { chime } from './chime.ts'
import { idsOf, inStore, key, slowConfig, room, snapshotIn, tear } from './reset-room.ts'
import { folder } from '../world/folders.ts'

test('a group whose snapshot is torn stops, is found, and starts anew with everything unread and its budget', async () => {
  const cwd = folder({ 'chime.yaml': slowConfig })
  const before = await room(cwd)
  await before.say('m1', 'Iris, which statistics fit?')
  await vi.waitFor(async () => expect(await before.talk()).toEqual(['Ann', 'Iris']), { timeout: 10_000 })
  await before.say('m2', 'nobody has read this line yet')
  await before.stop()
  const { context } = snapshotIn(cwd)
  expect([idsOf(context.queue.buffer), context.self.turns, context.budget.sends.length]).toEqual([['m2'], 1, 1])
  tear(cwd)

  const torn = await room(cwd)
  await torn.say('m3', 'and this one meets a stopped group')
  const beside = await chime(['doctor', '--reset', key], { cwd })
  expect(beside).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('is held by another Chime: stop that one'),
  })
  await torn.stop()

  const found = await chime(['doctor'], { cwd })
  expect(found.code).toBe(1)
  expect(found.out).toMatch(/^✗ group {4}iris web:lobby is stopped, 1 messages wait: its snapshot cannot be read/m)

  const { calls, sends } = context.budget
  const spent = calls.reduce((sum, [, tokens]) => sum + tokens, 0)
  expect(await chime(['doctor', '--reset', key], { cwd })).toEqual({
    code: 0,
    err: '',
    out: [
      `iris web:lobby starts anew with turn 2; its budget is kept: 1 messages and ${spent} tokens.`,
      '2 messages are fed in that nobody had read (1 of them were known to the lost snapshot alone).',
      'Start the service: it takes them up.',
      '',
    ].join('\n'),
  })
  const after = snapshotIn(cwd).context
  expect([idsOf(after.queue.buffer), waitingIn(cwd)]).toEqual([[], ['m2', 'm3']])
  expect([after.self.turns, after.budget]).toEqual([1, { sends, calls }])

  const again = await room(cwd)
  await again.say('m4', 'Iris, and the data?')
  await vi.waitFor(async () => expect(await again.talk()).toEqual(['Ann', 'Iris', 'Ann', 'Ann', 'Ann', 'Iris']), {
    timeout: 10_000,
  })
  await again.stop()
  const batches = dispatchesIn(cwd).filter(({ outcome }) => outcome === 'start')
  expect(batches.map(({ turn, messages }) => [turn, messages.toSorted()])).toEqual([
    [1, ['m1']],
    [2, ['m2', 'm3', 'm4']],
  ])
})

/** A store whose only turn waits for a model that never answers, and what its call may have cost. */
async function cutOff(): Promise<{ cwd: string; config: Config; begun: number }> {
  const asked = Promise.withResolvers<void>()
  const provider = await fakeProvider(() => asked.resolve())
  onTestFinished(() => provider.stop())
  const cwd = folder({
    'chime.yaml': `${slowConfig}model: { provider: vllm, name: mute, baseUrl: "${provider.baseUrl}" }`,
  })
  const before = await room(cwd)
  await before.say('m1', 'Iris, hello?')
  await asked.promise
  await before.stop()
  const calls = inStore(cwd, (db) => db.prepare('SELECT src, input, begun FROM job').all())
  expect(calls.map(({ src }) => src)).toEqual(['compose'])
  tear(cwd)
  return { cwd, config: loadConfig({ env: {}, cwd }), begun: Number(calls[0]?.['begun']) }
}

const waitingIn = (cwd: string): string[] =>
  inStore(cwd, (db) => db.prepare("SELECT body FROM entry WHERE kind = 'held' ORDER BY n").all())
    .map(({ body }) => (JSON.parse(String(body)) as { message: MessageRef }).message.id)
    .toSorted()

const dispatchesIn = (cwd: string) =>
  inStore(cwd, (db) => openTape(db).since(1, 0)).filter(({ gate }) => gate === 'dispatch')

test('a call of a chart that the group invokes is charged as its own', async () => {
  const { cwd, config, begun } = await cutOff()
  inStore(cwd, (db) => {
    db.exec(`INSERT INTO actor (key, version, body, seq, at) VALUES ('#agent/work/${key}', '1', '{}', 1, 1)`)
    db.exec('UPDATE job SET actor = last_insert_rowid()')
  })
  expect(resetGroup(config, key)).toContain(`its budget is kept: 0 messages and ${begun} tokens.`)
})

test('a turn that was cut off is closed, charged what its call may have cost, and its batch is read again', async () => {
  const { cwd, config, begun } = await cutOff()
  expect(begun).toBeGreaterThan(0)
  const told = resetGroup(config, key)
  expect(told).toContain(`starts anew with turn 2; its budget is kept: 0 messages and ${begun} tokens.`)
  expect(told).toContain('1 messages are fed in that nobody had read (1 of them')
  // A call is asked for by the service, not here: one that nobody makes would be charged as interrupted.
  expect([waitingIn(cwd), inStore(cwd, (db) => db.prepare('SELECT id FROM job').all())]).toEqual([['m1'], []])
  expect(dispatchesIn(cwd).map(({ turn, outcome, why, tokens }) => ({ turn, outcome, why, tokens }))).toEqual([
    { turn: 1, outcome: 'start', why: 'mentioned', tokens: undefined },
    { turn: 1, outcome: 'end', why: 'groupReset', tokens: begun },
  ])
})

test('a reply that may have been posted counts as sent, and what it answers is not answered again (S5)', async () => {
  const { cwd, config } = await cutOff()
  inStore(cwd, (db) => {
    db.exec("UPDATE job SET id = 'deliver', src = 'deliver', input = '{}', begun = 0")
    db.exec("INSERT INTO outbox VALUES ('k', 1, 1, (SELECT at FROM actor), 'Hello.', 'short', 'queued', NULL)")
  })
  const told = resetGroup(config, key)
  expect(told).toContain('its budget is kept: 1 messages and 0 tokens.\n0 messages are fed in')
  expect(dispatchesIn(cwd).map(({ turn, outcome, why, tokens }) => ({ turn, outcome, why, tokens }))).toEqual([
    { turn: 1, outcome: 'start', why: 'mentioned', tokens: undefined },
    { turn: 1, outcome: 'end', why: 'groupReset', tokens: undefined },
  ])
  expect(inStore(cwd, (db) => db.prepare('SELECT state FROM outbox').all())).toEqual([{ state: 'dropped' }])
})

test('a second reset feeds each message once, though it stands on the tape twice by then (S5)', async () => {
  const cwd = folder({ 'chime.yaml': slowConfig })
  const config = loadConfig({ env: {}, cwd })
  const before = await room(cwd)
  await before.say('m1', 'nobody has read this line yet')
  await before.say('m2', 'nor this one')
  await before.stop()
  const told: string[] = []
  for (let resets = 0; resets < 3; resets += 1) {
    tear(cwd)
    told.push(resetGroup(config, key).split('\n')[1] ?? '', ...waitingIn(cwd))
    // oxlint-disable-next-line no-await-in-loop -- one life after the other
    await (await room(cwd)).stop()
  }
  const once = [
    '2 messages are fed in that nobody had read (2 of them were known to the lost snapshot alone).',
    'm1',
    'm2',
  ]
  expect(told).toEqual([...once, ...once, ...once])
  expect(idsOf(snapshotIn(cwd).context.queue.buffer)).toEqual(['m1', 'm2'])
})

const standing = (cwd: string): unknown[] => {
  const { value, context } = snapshotIn(cwd)
  return [value.control, context.self.policy]
}

test('what an operator set outlives the reset, and an order that met a stopped group is carried out after it', async () => {
  const cwd = folder({ 'chime.yaml': slowConfig })
  const config = loadConfig({ env: {}, cwd })
  const before = await room(cwd)
  await before.order({ do: 'mute', actor: key })
  await before.stop()
  tear(cwd)
  const torn = await room(cwd)
  expect(await torn.order({ do: 'policy', actor: key, policy: 'mention' })).toBe(0)
  await torn.stop()
  resetGroup(config, key)
  expect(standing(cwd)).toEqual(['muted', undefined])
  await (await room(cwd)).stop()
  expect(standing(cwd)).toEqual(['muted', 'mention'])
})

test('a reset of a group that is not there names one that is', async () => {
  const cwd = folder({ 'chime.yaml': slowConfig })
  const config = loadConfig({ env: {}, cwd })
  expect(() => resetGroup(config, key)).toThrow(/^there is no store at .*chime\.sqlite: nothing is there to be reset$/)
  const before = await room(cwd)
  await before.say('m1', 'hello')
  await before.stop()
  expect(() => resetGroup(config, 'iris web:loby')).toThrow(
    'the store has no group "iris web:loby": did you mean "iris web:lobby"?',
  )
  inStore(cwd, (db) => db.exec("UPDATE actor SET key = '#floor web:lobby'"))
  expect(() => resetGroup(config, '#floor web:lobby')).toThrow('it has none at all')
})

test('where the tape no longer reaches back over the window, what the bot spent then in any group counts', async () => {
  const cwd = folder({ 'chime.yaml': slowConfig })
  const before = await room(cwd)
  await before.say('m1', 'Iris, which statistics fit?')
  await vi.waitFor(async () => expect(await before.talk()).toEqual(['Ann', 'Iris']), { timeout: 10_000 })
  await before.stop()
  const { context } = snapshotIn(cwd)
  const spent = context.budget.calls.reduce((sum, [, tokens]) => sum + tokens, 0)
  inStore(cwd, (db) => {
    const minute = Math.floor(Date.now() / 60_000)
    db.exec(
      `INSERT INTO usage (bot, minute, messages, tokens) VALUES ('iris', ${minute - 60}, 2, 500), ('rex', ${minute - 60}, 3, 700)`,
    )
    // The minute in which the tape begins counts twice.
    db.exec(`DELETE FROM usage WHERE minute > ${minute - 60}`)
    // As if the steps until an hour ago had gone for the size of the store.
    db.exec('UPDATE entry SET seq = seq + 1000; UPDATE actor SET seq = seq + 1000')
  })
  tear(cwd)
  const told = resetGroup(loadConfig({ env: {}, cwd }), key)
  expect(told.split('\n')[0]).toBe(
    `iris web:lobby starts anew with turn 2; its budget is kept: 3 messages and ${spent + 500} tokens.`,
  )
})
