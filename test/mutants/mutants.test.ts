// The list of mutants fits the code, and what the tests say of a mutant is read right.
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { areas } from './every-mutant.ts'
import { problemsOf, selected } from './listed.ts'
import { outcomeOf } from './trial.ts'

test('every mutant stands once in the code as it is, under a name of its own', () => {
  expect(problemsOf(areas, (file) => readFileSync(file, 'utf8'))).toEqual([])
  expect(selected(areas, {}).length).toBeGreaterThanOrEqual(60)
})

test('every mutant is code that can be read: what cannot is noticed by any test', () => {
  const unreadable = selected(areas, {}).flatMap(({ mutant: { name, file, text, replacement } }) => {
    const mutated = readFileSync(file, 'utf8').replace(text, () => replacement)
    try {
      stripTypeScriptTypes(mutated)
      return []
    } catch {
      return [name]
    }
  })
  expect(unreadable).toEqual([])
})

const mutant = { name: 'a', file: 'x.ts', text: 'one', replacement: 'two' }

test.each([
  ['one', []],
  ['none', ['"a": its text no longer stands in x.ts: change the mutant with the code']],
  ['one and one', ['"a": its text stands 2 times in x.ts: once is wanted']],
])('in the code "%s" a mutant of "one" has the problems %j', (code, problems) => {
  expect(problemsOf({ rules: { tests: [], mutants: [mutant] } }, () => (code === 'none' ? '' : code))).toEqual(problems)
})

test('a name that comes twice, a file that is gone and a change of nothing are told', () => {
  const mutants = [mutant, { ...mutant, file: 'gone.ts' }, { ...mutant, name: 'b', replacement: 'one' }]
  const read = (file: string): string => {
    if (file === 'gone.ts') throw new Error('ENOENT')
    return 'one'
  }
  expect(problemsOf({ rules: { tests: [], mutants } }, read)).toEqual([
    '"a": another mutant has the same name',
    '"a": gone.ts cannot be read',
    '"b": it changes nothing',
  ])
})

const passed = { name: '/copy/test/a.test.ts', status: 'passed', message: '', assertionResults: [] }
const failed = { ...passed, name: '/copy/test/b.test.ts', status: 'failed', message: 'SyntaxError: x\n at y' }

test.each([
  [
    {
      numTotalTests: 2,
      testResults: [passed, { ...failed, assertionResults: [{ status: 'failed', fullName: 'it' }] }],
    },
    { kind: 'caught', file: 'test/b.test.ts', test: 'it' },
  ],
  [
    { numTotalTests: 0, testResults: [failed] },
    { kind: 'broken', why: 'SyntaxError: x' },
  ],
  [
    { numTotalTests: 0, testResults: [] },
    { kind: 'broken', why: 'no test ran' },
  ],
  [
    { numTotalTests: 3, testResults: [passed, failed] },
    { kind: 'caught', file: 'test/b.test.ts', test: 'SyntaxError: x' },
  ],
])('of the report %j the outcome is %j', (report, outcome) => {
  expect(outcomeOf(report, '/copy')).toEqual(outcome)
})
