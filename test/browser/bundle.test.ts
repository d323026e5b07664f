// The built page's weight.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../../visualizer/dist')
const weightOf = (script: string): number => gzipSync(readFileSync(join(dist, 'assets', script))).length
const namedBy = (html: string): string[] =>
  [...readFileSync(join(dist, html), 'utf8').matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name)

const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
const weightOfAll = (names: readonly string[]): number => names.reduce((sum, name) => sum + weightOf(name), 0)
const wordsOf = (lang: 'en' | 'zh') => scripts.filter((name) => name.startsWith(`_words-${lang}`))

test.for([
  { lang: 'en', other: 'zh' },
  { lang: 'zh', other: 'en' },
] as const)('the page is at most 130 KB of JavaScript in $lang, with all that it may load later, gzipped', (of) => {
  const page = namedBy('index.html')
  const alone = ['chat/index.html', 'stately/index.html'].map((html) =>
    namedBy(html).filter((name) => !page.includes(name)),
  )
  const ofOthers = new Set([...alone.flat(), ...wordsOf(of.other)])
  expect([page.length > 0, alone.map((names) => names.length), wordsOf(of.lang).length]).toEqual([true, [1, 1], 1])
  expect(weightOfAll(scripts.filter((name) => !ofOthers.has(name)))).toBeLessThanOrEqual(130 * 1_024)
})

test('the page comes in two scripts: its own, and one that the pages share', () => {
  const [page, chat, stately] = ['index.html', 'chat/index.html', 'stately/index.html'].map(namedBy)
  const isShared = (name: string): boolean => chat?.includes(name) === true && stately?.includes(name) === true
  expect(page?.map(isShared).toSorted()).toEqual([false, true])
})

test('no language is there before it is asked for', () => {
  const first = ['index.html', 'chat/index.html'].flatMap(namedBy)
  const texts = first.map((name) => readFileSync(join(dist, 'assets', name), 'utf8'))
  expect(texts.filter((text) => /为什么|stayed silent/.test(text))).toEqual([])
})

test('the plain chat is at most 90 KB', () => {
  for (const lang of ['en', 'zh'] as const)
    expect(weightOfAll([...namedBy('chat/index.html'), ...wordsOf(lang)])).toBeLessThanOrEqual(90 * 1_024)
})
