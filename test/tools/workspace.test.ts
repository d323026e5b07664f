// Where a bot works for a group, and how much it may leave there.
import { chmodSync, linkSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { workspaceOf } from '../../src/tools/workspace.ts'
import { workspace } from './files.ts'

describe('a workspace is full', () => {
  test('of files', async () => {
    const { at, write } = workspace()
    mkdirSync(at('many'))
    for (let n = 0; n < 4_999; n += 1) linkOrWrite(at('many', String(n)), at('many', '0'), n)
    expect([await write('one-more', ''), await write('many/7', '')]).toEqual([
      'ToolError: the workspace is full: it may hold 50 MB and 5000 files and folders',
      'replaced many/7: 0 bytes',
    ])
  })

  test('of bytes, which a folder that was closed to its owner does not hide', async () => {
    const { at, write } = workspace({ 'closed/a': new Uint8Array(30_000_000) })
    writeFileSync(at('b'), new Uint8Array(19_999_995))
    chmodSync(at('closed'), 0)
    expect([await write('c', '12345'), await write('d', '6'), statSync(at('c')).size]).toEqual([
      'wrote c: 5 bytes',
      'ToolError: the workspace is full: it may hold 50 MB and 5000 files and folders',
      5,
    ])
  })
})

/** Links are made faster than files. */
function linkOrWrite(path: string, first: string, n: number): void {
  if (n === 0) writeFileSync(path, '')
  else linkSync(first, path)
}

describe('the folder of a talk', () => {
  const place = fc.record({ bot: fc.string(), group: fc.string(), oneToOne: fc.boolean() })
  test('is below the root, two names deep, whatever bots and groups are called', () => {
    fc.assert(
      fc.property(place, (talk) => {
        expect(workspaceOf('/data', talk)).toMatch(/^\/data\/[a-z0-9-]{1,73}\/[a-z0-9-]{1,73}$/)
      }),
    )
  })
  test('is that of no other one', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const isSame = a.bot === b.bot && a.group === b.group && a.oneToOne === b.oneToOne
        expect(workspaceOf('/data', a) === workspaceOf('/data', b)).toBe(isSame)
      }),
    )
    const of = (bot: string, group: string, oneToOne = false) => workspaceOf('/data', { bot, group, oneToOne })
    expect(
      new Set([of('a', 'b'), of('A', 'b'), of('a', 'B'), of('a', '../b'), of('a', 'b', true), of('a', 'direct b')])
        .size,
    ).toBe(6)
  })
  test('can be told by people', () => {
    expect(workspaceOf('/data', { bot: 'Iris', group: 'telegram:-100', oneToOne: false })).toMatch(
      /^\/data\/iris-[0-9a-f]{32}\/telegram-100-[0-9a-f]{32}$/,
    )
  })
})
