// The guides on tools say what the code does: every tool with its bounds, and a configuration that is taken.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadYaml } from '../config/load.ts'
import { boxLimits } from '../../src/tools/bash/box.ts'
import { bashTool } from '../../src/tools/bash/bash.ts'
import { quota } from '../../src/tools/fs/quota.ts'
import { longestRead } from '../../src/tools/fs/read.ts'
import { machineTools } from '../../src/tools/machine-tools.ts'
import { folder } from '../world/folders.ts'

const guides = (['en', 'zh'] as const).map((lang) => readFileSync(`docs/guide/tool-bounds.${lang}.md`, 'utf8'))
const blocks = (text: string) => Array.from(text.matchAll(/```yaml\n([^]*?)```/g), ([, yaml = '']) => yaml)

test.runIf(process.platform === 'linux')('every tool stands in the table of both, and no other', async () => {
  const search = loadYaml(blocks(guides[0] ?? '')[0] ?? '').search
  const { tools } = await machineTools({ bubblewrap: join(folder(), 'bwrap'), search })
  const named = [...tools.slice(0, 4), bashTool(), ...tools.slice(4)].map(({ name }) => name)
  const rows = guides.map((text) => Array.from(text.matchAll(/^\| `([\w.]+)`/gm), ([, name]) => name))
  expect(rows).toEqual([named, named])
})

test('their bounds are those of the code', () => {
  const figures = [
    `${longestRead / 1_024} KB`,
    `${quota.bytes / 1_000_000} MB`,
    String(quota.entries),
    `${boxLimits.memory / 1_048_576} MB`,
    String(boxLimits.processes),
    `${boxLimits.fileSize / 1_000_000} MB`,
  ]
  expect(guides.flatMap((text) => figures.filter((figure) => !text.includes(figure)))).toEqual([])
})

test('what they configure is taken, and both configure the same', () => {
  const [english = [], chinese = []] = guides.map((text) => blocks(text).map((yaml) => loadYaml(yaml)))
  expect(english.map(({ warnings }) => warnings)).toEqual([[]])
  expect(english.map(({ search }) => search)).toEqual(chinese.map(({ search }) => search))
  expect(english[0]?.search?.results).toBe('results')
})
