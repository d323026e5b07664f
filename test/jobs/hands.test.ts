// Who in a room has tools: what a bot without them is told, and what room its prompts keep for that (A9).
import { expect, test } from 'vitest'
import { groupInputs } from '../../src/jobs/group-inputs.ts'
import { handsIn } from '../../src/jobs/hands.ts'
import { makeMember } from '../../src/room/members.ts'
import { pageTool } from '../../src/jobs/run/page-tool.ts'
import { tapeTools } from '../../src/jobs/run/tape-tools.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { makeRegistry } from '../../src/tools/registry.ts'
import { openDatabase } from '../../src/store/database.ts'
import { loadYaml } from '../config/load.ts'

const config = loadYaml(`
channels: { web: { rooms: [{ id: lobby }, { id: den }, { id: hall }, { id: other }] } }
bots:
  - { id: iris, name: Iris }
  - id: rex
    name: Rex
    agent: { allow: [{ tools: [fact.remember], groups: ['web:lobby', 'web:den', direct], by: members }] }
  - id: max
    name: Max
    agent: { allow: [{ tools: [tape.search], groups: ['web:lobby'], by: operators }, { tools: [fs.read], groups: ['web:hall'] }] }
    operators: ['person:olga']
groups:
  web:lobby: { bots: [iris, rex, max] }
  web:hall: { bots: [iris, max] }
`)
const tape = openRunTape(openDatabase(':memory:'))
const registry = makeRegistry([pageTool(tape), ...tapeTools(tape)])
const known = new Map(config.bots.map((bot) => [bot.id, makeMember(bot, bot.id)]))
const hands = handsIn(
  { config, memberIn: (group, bot) => (group === 'web:empty' ? undefined : known.get(bot)) },
  registry,
)
const group = (name: string) => ({ group: name, oneToOne: false })

test('the others of the room that have a tool there, whoever may ask for it', () => {
  expect([hands('iris', group('web:lobby')), hands('rex', group('web:lobby'))]).toEqual([
    { others: ['Rex', 'Max'] },
    { others: ['Max'] },
  ])
})

test('nobody, where no bot of the room has one that there is', () => {
  expect(['web:hall', 'web:other'].map((name) => hands('iris', group(name)))).toEqual([undefined, undefined])
  expect(handsIn({ config, memberIn: () => undefined }, undefined)('rex', group('web:lobby'))).toBeUndefined()
})

test('in a group that the configuration does not list, those that are online there', () => {
  expect(hands('iris', group('web:den'))).toEqual({ others: ['Rex'] })
  expect(handsIn({ config, memberIn: () => undefined }, registry)('iris', group('web:den'))).toBeUndefined()
})

test('in a talk of two it is about the bot itself', () => {
  const alone = { group: 'web:ann', oneToOne: true }
  expect([hands('iris', alone), hands('rex', alone)]).toEqual([undefined, { others: [] }])
})

test('prompts keep room for it, for a summary and for facts there, and nowhere else', () => {
  const [bare, working] = [undefined, registry].map((tools) =>
    groupInputs(config, () => [], undefined, undefined, { ...(tools && { tools }) }),
  )
  const more = (key: string) => {
    const [without, within] = [bare?.(key).overhead, working?.(key).overhead]
    return [(within?.decide ?? 0) - (without?.decide ?? 0), (within?.compose ?? 0) - (without?.compose ?? 0)]
  }
  const [told = 0] = more('iris web:lobby').slice(1)
  const [judged = 0, replied = 0] = more('rex web:lobby')
  expect(more('iris web:hall')).toEqual([0, 0])
  expect([more('iris web:lobby')[0], told > 20 && told < 90]).toEqual([0, true])
  expect([judged > 100 && judged < 140, replied - told > 200 && replied - told < 300]).toEqual([true, true])
})
