// The built page's weight.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const assets = join(import.meta.dirname, '../../visualizer/dist/assets')

test('the page is at most 130 KB of JavaScript, all of it together, gzipped', () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts).not.toEqual([])
  const weight = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0)
  expect(weight).toBeLessThanOrEqual(130 * 1_024)
})
