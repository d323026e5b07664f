// What a SKILL.md must say, and what is told of one that does not.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { plugins } from '../../../src/channels/plugins.ts'
import { readSkillFile } from '../../../src/tools/skills/skill-file.ts'

const problemOf = (file: string, folder = 'weekly-report'): string => {
  try {
    return `read: ${readSkillFile(file, folder).name}`
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}
const skill = (head: string, body = '# Do it\n') => `---\n${head}\n---\n${body}`
const named = 'name: weekly-report\ndescription: Writes the report.'

test('its frontmatter is read, and the text below it', () => {
  const head = `${named}\nlicense: MIT\ncompatibility: needs git\nmetadata:\n  author: olga\n  version: 1.5\nallowed-tools: Bash(git:*) Read\nmodel: other`
  expect(readSkillFile(skill(head, '\n# Do it\n\n1. Now.\n'), 'weekly-report')).toEqual({
    name: 'weekly-report',
    description: 'Writes the report.',
    license: 'MIT',
    compatibility: 'needs git',
    metadata: { author: 'olga', version: '1.5' },
    body: '# Do it\n\n1. Now.',
  })
  expect(problemOf(`\uFEFF${skill(named).replaceAll('\n', '\r\n')}`)).toBe('read: weekly-report')
})

const bomb = ['a: &a [x, x]', 'b: &b [*a, *a]', 'c: &c [*b, *b]', named].join('\n')

test.each([
  ['', 'there is no frontmatter: the file begins with a line ---, its keys, and a line ---'],
  ['# Do it', 'there is no frontmatter: the file begins with a line ---, its keys, and a line ---'],
  [skill('name: weekly-report'), 'description is missing'],
  [
    skill('name: Weekly Report\ndescription: ""'),
    /^SkillError: name has small letters and digits, .*; description is empty$/,
  ],
  [skill('name: weekly--report\ndescription: x'), /single hyphens/],
  [skill(`name: ${'a'.repeat(65)}\ndescription: x`), /name has more than 64 characters/],
  [skill(`name: weekly-report\ndescription: ${'x'.repeat(1_025)}`), 'description has more than 1024 characters'],
  [
    skill('name: monthly-report\ndescription: x'),
    'name is monthly-report, and the folder is called weekly-report: they must be the same',
  ],
  [skill(`${named}\nlicense: [a]`), 'license is no text'],
  [skill(`${named}\nmetadata: [a]`), 'metadata is no mapping of texts'],
  [skill(`${named}\nallowed-tools: 3`), 'allowed-tools is no text and no list of texts'],
  [skill('- a\n- b'), 'the frontmatter is no mapping of keys'],
  [skill('name: [a'), /the frontmatter is no YAML: /],
  [skill(bomb), /the frontmatter is no YAML: /],
  [skill(`${named}\nx: ${'y'.repeat(9_000)}`), 'the frontmatter has more than 8192 bytes'],
  [skill(named, '  \n'), 'there is no text below the frontmatter'],
])('%j is no skill', (file, problem) => {
  const told = problemOf(file)
  expect(told).toMatch(/^SkillError: /)
  expect(typeof problem === 'string' ? told === `SkillError: ${problem}` : problem.test(told)).toBe(true)
})

test('those that Chime brings can be read, and there is one for each of its channels', () => {
  const folder = 'src/tools/skills/built-in'
  const all = readdirSync(folder).map((name) => readSkillFile(readFileSync(`${folder}/${name}/SKILL.md`, 'utf8'), name))
  const ofChannels = all.flatMap(({ metadata: { channel } }) => channel ?? [])
  expect(ofChannels.toSorted()).toEqual(plugins.map(({ name }) => name).toSorted())
  const others = all.filter(({ metadata }) => metadata['channel'] === undefined).map(({ name }) => name)
  expect(others).toEqual(['gh', 'skill-creator', 'skill-installer'])
})
