// The texts that people read first: README, AGENTS.md, docs, and the words of the page.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

const found = (pattern: string): string[] => globSync(pattern, { cwd: root }).toSorted()

/** Paths from the root. */
export const pages = [...found('*.md'), ...found('docs/**/*.md')]
export const wordFiles = [
  ...found('visualizer/**/*{words,-zh}*.ts'),
  ...found('src/outcomes/*{-en,-zh,-words}.ts'),
  ...found('src/cli/**/*words.ts'),
  'src/lab/demo/script.ts',
  'chime.example.yaml',
]

export const textOf = (path: string): string => readFileSync(`${root}/${path}`, 'utf8')
