// The built page's weight.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../../visualizer/dist')
const weightOf = (script: string): number => gzipSync(readFileSync(join(dist, 'assets', script))).length
const namedBy = (html: string): string[] =>
  [...readFileSync(join(dist, html), 'utf8').matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name)

test('the page is at most 130 KB of JavaScript, with all that it may load later, gzipped', () => {
  const page = namedBy('index.html')
  const ofChatAlone = namedBy('chat/index.html').filter((name) => !page.includes(name))
  const scripts = readdirSync(join(dist, 'assets')).filter(
    (name) => name.endsWith('.js') && !ofChatAlone.includes(name),
  )
  expect([page.length > 0, ofChatAlone.length]).toEqual([true, 1])
  expect(scripts.reduce((sum, name) => sum + weightOf(name), 0)).toBeLessThanOrEqual(130 * 1_024)
})

test('the plain chat is at most 90 KB', () => {
  expect(namedBy('chat/index.html').reduce((sum, name) => sum + weightOf(name), 0)).toBeLessThanOrEqual(90 * 1_024)
})
