import { expect, test } from 'vitest'
import { graphOf } from '../../machines/graph.ts'
import { machines } from '../../machines/index.ts'
import { descriptionsZh } from '../../visualizer/chart/chinese-descriptions.ts'

test('every state that a chart describes is described in Chinese, too, and no other', () => {
  const described = machines
    .flatMap((machine) => graphOf(machine).nodes)
    .filter(({ description }) => description !== undefined)
  expect(Object.keys(descriptionsZh).toSorted()).toEqual(described.map(({ id }) => id).toSorted())
})

test('a description in Chinese has no English words', () => {
  expect(Object.values(descriptionsZh).filter((text) => /[a-z]{2,}/.test(text))).toEqual([])
})
