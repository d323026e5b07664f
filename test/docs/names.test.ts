// Names that the words of the field replaced do not come back, and the name of a type means one thing.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from './pages.ts'

/** What was called so once, with what it is called instead. */
const replaced: Record<string, string> = {
  aims: 'addressings',
  book: 'ledger',
  books: 'ledger',
  fate: 'outcome',
  fates: 'outcomes',
  patience: 'timeout',
  seat: 'candidate',
  seats: 'candidates',
  spared: 'withoutCall',
  unsaid: 'outputGuards',
  waver: 'reconnecting',
  wavers: 'reconnecting',
}

/** How many types may be called so. */
const types = { Member: 1, Talk: 1, Spoken: 1, Told: 0 }

const files = globSync('{machines,src,visualizer,test,tools}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
}).map((path) => ({
  path,
  text: readFileSync(`${root}/${path}`, 'utf8'),
}))

const declared = /\b(?:const|let|function\*?|class|interface|type)\s+(?<name>[A-Za-z_$][\w$]*)/g

/** `turnFate` and `fate-line.tsx` have the word `fate`. A verb at the front is none: `bookCall` books a call. */
const outdated = (name: string): string[] =>
  name
    .split(/(?=[A-Z])|[^A-Za-z]+/)
    .map((word) => word.toLowerCase())
    .filter((word, i) => Object.hasOwn(replaced, word) && !(word === 'book' && i === 0 && /^book[A-Z]/.test(name)))
    .map((word) => `${name}: ${word} → ${replaced[word]}`)

test('a name says it in the words of the field', () => {
  expect([outdated('turnFate'), outdated('fate-line.tsx'), outdated('bookCall')]).toEqual([
    ['turnFate: fate → outcome'],
    ['fate-line.tsx: fate → outcome'],
    [],
  ])
  expect(
    files.flatMap(({ path, text }) =>
      [path, ...Array.from(text.matchAll(declared), ({ groups }) => groups?.['name'] ?? '')].flatMap(outdated),
    ),
  ).toEqual([])
})

test('types of one name mean one thing', () => {
  const count = (type: string): number =>
    files.reduce(
      (sum, { text }) =>
        sum + [...text.matchAll(new RegExp(`\\b(?:class|interface|type) ${type}\\b(?! *[,}])`, 'g'))].length,
      0,
    )
  expect(Object.fromEntries(Object.keys(types).map((type) => [type, count(type)]))).toEqual(types)
})
