// What a stranger reads in the first minute, and that it is true.
import { expect, test } from 'vitest'
import { textOf } from './pages.ts'

const readme = textOf('README.md')
const scripts = (JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }).scripts

test('the README has at most 900 words', () => {
  const words = readme.split(/\s+/).filter(Boolean)
  expect(words.length).toBeLessThanOrEqual(900)
})

test('the README names the commands to set up, to run and to test, and they exist', () => {
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(readme) ?? []
  const commands = block.split('\n').flatMap((line) => line.replace(/#.*/, '').split('&&'))
  expect(commands.map((command) => command.trim()).filter(Boolean)).toEqual(['npm install', 'npm start', 'npm test'])
  expect({ start: 'start' in scripts, test: 'test' in scripts }).toEqual({ start: true, test: true })
})

test('CI runs the tests by the command that the README names', () => {
  expect(textOf('.ci/run').match(/^npm (?!ci|run check).*/gm)).toEqual(['npm test'])
})

test('the README lists every command of the program', () => {
  const commandsIn = (path: string, pattern: RegExp): string[] =>
    [...new Set(Array.from(textOf(path).matchAll(pattern), ([, name = '']) => name))].toSorted()
  const commands = commandsIn('src/cli/program.ts', /\.command\('(\w+)/g)
  expect(commandsIn('README.md', /^\| `chime (\w+)/gm)).toEqual(commands)
})
