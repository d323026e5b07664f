// What bots say and do at set times, and at every start, as the configuration says (A13).
import { expect, test } from 'vitest'
import { loadYaml, problemsOf } from './load.ts'

const bot = (keys: string): string => `bots: [{ name: Iris, ${keys} }]\nchannels: { web: { rooms: [{ id: lobby }] } }`
const job = (keys: string): string => bot(`schedule: [{ group: "web:lobby", ${keys} }]`)

test('nothing is, unless it is named', () => {
  const [iris] = loadYaml('{}').bots
  expect(iris && 'jobs' in iris).toBe(false)
})

test('rows have a time, a zone, a kind, and an id that is theirs as long as they say the same', () => {
  const yaml = bot(
    `schedule: [{ group: "web:lobby", when: "0 9 * * 1-5", text: Standup }, { group: direct web:ann, when: every 2h, zone: Asia/Shanghai, kind: task, quiet: true, text: look, by: "person:olga" }], startup: [{ group: "web:lobby", text: go on }]`,
  )
  const { jobs = [] } = loadYaml(yaml).bots[0] ?? {}
  expect(jobs.map(({ id: _, ...rest }) => rest)).toEqual([
    { group: 'web:lobby', oneToOne: false, when: '0 9 * * 1-5', kind: 'reminder', text: 'Standup' },
    {
      group: 'web:ann',
      oneToOne: true,
      when: 'every 2h',
      zone: 'Asia/Shanghai',
      kind: 'task',
      quiet: true,
      text: 'look',
      by: 'person:olga',
    },
    { group: 'web:lobby', oneToOne: false, kind: 'task', text: 'go on' },
  ])
  const ids = jobs.map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect((loadYaml(yaml).bots[0]?.jobs ?? []).map(({ id }) => id)).toEqual(ids)
  expect(loadYaml(yaml.replace('Standup', 'Stand up')).bots[0]?.jobs?.[0]?.id).not.toBe(ids[0])
})

test.each([
  [
    job('when: "61 * * * *", text: x'),
    'bots[0].schedule[0].when: "61 * * * *" is no time (Invalid value for minute: 61)',
  ],
  [job('when: in 20m, text: x'), '"in …" counts from now: give a time'],
  [job('text: x'), 'when: missing: say when'],
  [job('when: "@daily"'), 'text: missing'],
  [job('when: "@daily", text: x, quiet: true'), 'a reminder is always said: make it a task'],
  [job('when: "@daily", text: x, zone: Mars/Phobos'), 'expected a time zone such as Europe/Berlin'],
  [bot('schedule: [{ group: "web:attic", when: "@daily", text: x }]'), 'there is no group "web:attic"'],
  [bot('startup: [{ text: x }]'), 'group: missing: name a group'],
  [
    bot('schedule: [{ group: "web:lobby", when: "@daily", text: x }, { group: "web:lobby", when: "@daily", text: x }]'),
    'is there twice: remove one',
  ],
])('%s', (yaml, problem) => {
  expect(problemsOf(yaml)).toEqual([expect.stringContaining(problem)])
})

test('a bot says nothing in a group that it is not in', () => {
  const yaml = `bots: [{ name: Iris, schedule: [{ group: "web:lab", when: "@daily", text: x }] }, { name: Rex }]
channels: { web: { rooms: [{ id: lobby }, { id: lab, bots: [rex] }] } }`
  expect(problemsOf(yaml)).toEqual([expect.stringContaining('the bot is not in "web:lab"')])
})

test('what a bot leaves to itself is taken up at the next start only where an operator switched it on', () => {
  const agent = (keys: string) => loadYaml(bot(`agent: { allow: [], ${keys} }`)).bots[0]?.agent?.nextTask
  expect([agent('maxMs: 1000'), agent('nextTask: false'), agent('nextTask: true')]).toEqual([
    undefined,
    undefined,
    true,
  ])
})
