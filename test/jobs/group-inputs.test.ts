// What a bot's chart is made with in a group.
import { expect, test } from 'vitest'
import { groupInputs } from '../../src/jobs/group-inputs.ts'
import { loadYaml } from '../config/load.ts'

test.each([
  ['{}', true, true],
  ['{}', false, undefined],
  ['{ markdown: false }', true, false],
  ['{ markdown: true }', false, true],
])(
  'replies in the style %s may use markdown (T4) where the channel writes it, which is %s: %s',
  (style, writes, expected) => {
    const config = loadYaml(`groupSocial: { style: ${style} }`)
    const inputs = groupInputs(config, () => [], undefined, undefined, { writesMarkdown: () => writes })
    expect(inputs('iris web:lobby').settings.style.markdown).toBe(expected)
  },
)
