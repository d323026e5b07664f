// However the service is started, its heap is bounded in the same way.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { heapFlags } from '../heap-flags.ts'

const program = readFileSync(new URL('../../bin/chime.mjs', import.meta.url), 'utf8')

test('npm start, the first line of the program, and the Node that it falls back on have the same flags', () => {
  const ofFallback = /const heap = \[(.*)\]/.exec(program)?.[1]?.replaceAll("'", '').split(', ')
  const ofFirstLine = program.split('\n', 1)[0]?.split(' ').slice(3)
  expect(heapFlags.length).toBeGreaterThan(0)
  expect({ ofFallback, ofFirstLine }).toEqual({ ofFallback: heapFlags, ofFirstLine: heapFlags })
})
