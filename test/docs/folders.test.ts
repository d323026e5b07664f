// The drawing of the folders, and the table of who may import whom, against the code.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { foldersDocument, foldersPath } from '../../tools/folders.ts'
import { textOf } from './pages.ts'

test('docs/folders.md draws the folders as their imports are: npm run folders', () => {
  expect(readFileSync(foldersPath, 'utf8')).toBe(foldersDocument())
})

interface Override {
  files: string[]
  rules: { 'no-restricted-imports'?: [string, { patterns: { group: string[] }[] }] }
}

/** Folders of `src`, by the lint rules: which others each must not import. */
const forbidden = new Map(
  (JSON.parse(textOf('.oxlintrc.json')) as { overrides: Override[] }).overrides.flatMap(({ files, rules }) => {
    const folder = /^src\/(\w+)\/\*\*$/.exec(files[0] ?? '')?.[1]
    const groups = rules['no-restricted-imports']?.[1].patterns.flatMap(({ group }) => group) ?? []
    const names = groups.flatMap((pattern) => /^\*\*\/(\w+)\/\*\*$/.exec(pattern)?.[1] ?? [])
    return folder === undefined ? [] : [[folder, new Set(names)] as const]
  }),
)

/** The table of AGENTS.md: a folder of `src`, and what it may import. */
const allowed = Array.from(
  textOf('AGENTS.md').matchAll(/^\| `src\/(\w+)\/`[^|]*\|[^|]*\|([^|]*)\|$/gm),
  ([, folder = '', may = '']) => ({ folder, may: [...may.matchAll(/\b([a-z]+)\b/g)].map(([word]) => word) }),
)

test('AGENTS.md says of every folder what the linter lets it import, no more and no less', () => {
  const folders = allowed.map(({ folder }) => folder)
  // `outcomes` has an allow list of its own; who may import all that is below names nothing.
  const listed = allowed.filter(({ folder, may }) => folder !== 'outcomes' && !may.includes('below'))
  expect(listed.length).toBeGreaterThan(12)
  expect(listed.map(({ folder, may }) => [folder, folders.filter((other) => may.includes(other))])).toEqual(
    listed.map(({ folder }) => [
      folder,
      folders.filter((other) => other !== folder && !forbidden.get(folder)?.has(other)),
    ]),
  )
})
