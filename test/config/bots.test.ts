// What a bot is called and who it is, where the file says it in the shortest way.
import { expect, test } from 'vitest'
import { load, loadYaml, problemsOf } from './load.ts'

test('an id that is left out is made of the name: of its Latin letters, else of the numbers of its signs', () => {
  const names = ['Ada Lovelace', '小研', '小 审', '🦊1', 'Ада', '研'.repeat(40)]
  const ids = () => loadYaml(`bots: ${JSON.stringify(names.map((name) => ({ name })))}`).bots.map(({ id }) => id)
  expect(ids()).toEqual([
    'ada-lovelace',
    'u5c0f-u7814',
    'u5c0f-u2d-u5ba1',
    '1',
    'u430-u434-u430',
    expect.stringMatching(/^u[0-9a-f]{16}$/),
  ])
  expect(ids()).toEqual(ids())
})

test('two names that make the same id ask for one that is given', () => {
  expect(problemsOf('bots: [{ name: 研 A }, { name: 审 A }]')).toEqual([
    'chime.yaml: bots[1].id: "a", made of the name "审 A", is taken by bots[0]: give this bot an id',
  ])
  expect(problemsOf('bots: [{ name: 研 A }, { name: 审 A, id: shen }]')).toEqual([])
  expect(problemsOf('bots: [{ name: 小研 }, { name: 小研 }]')).toEqual([
    'chime.yaml: bots[1].name: "小研" is taken by bots[0]: names, aliases and ids must differ',
  ])
})

test.each([
  ['lines', '|\n      Counts.\n      Never guesses.', 'Counts.\nNever guesses.'],
  ['a sentence', 'You count before you speak.', 'You count before you speak.'],
  ['a Chinese sentence', '说话简短，爱用数字。', '说话简短，爱用数字。'],
  ['a text that is too long', `|\n      ${'x y '.repeat(2_000)}`, 'x y '.repeat(1_000)],
])('a persona may be given itself, as %s', (_what, given, persona) => {
  const { bots: loaded, warnings } = loadYaml(`bots:\n  - name: Ada\n    persona: ${given}\n`)
  expect(loaded[0]).toMatchObject({ persona })
  expect(loaded[0]).not.toHaveProperty('personaFiles')
  const isCut = persona.length === 4_000
  expect(warnings).toEqual(isCut ? ['bots[0].persona: only the first 4000 of 7999 characters are used'] : [])
})

test('a file whose name is a sentence is read', () => {
  const files = { 'chime.yaml': 'bots: [{ name: Ada, persona: who Ada is. }]', 'who Ada is.': 'I am Ada.' }
  expect(load({ files }).bots[0]).toMatchObject({ persona: 'I am Ada.' })
})
