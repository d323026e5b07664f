// The built page's weight.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { rooms } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { pageOf } from './look.ts'
import { served } from './served.ts'

const open = browserTests()
const dist = join(import.meta.dirname, '../../visualizer/dist')
const weightOf = (script: string): number => gzipSync(readFileSync(join(dist, 'assets', script))).length
const namedBy = (html: string): string[] =>
  [...readFileSync(join(dist, html), 'utf8').matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name = '']) => name)

const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
const weightOfAll = (names: readonly string[]): number => names.reduce((sum, name) => sum + weightOf(name), 0)
const wordsOf = (lang: 'en' | 'zh') => scripts.filter((name) => name.startsWith(`_words-${lang}`))

test.for([
  { lang: 'en', locale: 'en-GB' },
  { lang: 'zh', locale: 'zh-CN' },
] as const)('a first visit in $lang fetches at most 130 000 bytes of page, gzipped', async ({ lang, locale }) => {
  const service = await served({ channels: rooms('lobby') })
  onTestFinished(() => service.stop())
  const page = await open(pageOf(service), { locale })
  await page.locator('.chart [data-state]').first().waitFor()
  await page.locator('.timeline').waitFor()
  const addresses = await page.evaluate<string[]>(`[location.href,
    ...performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.includes('/api/'))]`)
  const bodies = await Promise.all(addresses.map(async (address) => (await fetch(address)).bytes()))
  const kinds = addresses.map((address) => /\.[a-z]+$/.exec(new URL(address).pathname)?.[0] ?? 'page')
  expect(kinds.filter((kind) => kind !== '.svg').toSorted()).toEqual(['.css', '.css', '.js', '.js', '.js', 'page'])
  expect(addresses.some((address) => address.includes(`_words-${lang}`))).toBe(true)
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThanOrEqual(130_000)
})

test('the page comes in two scripts: its own, and one that the pages share', () => {
  const [page, chat, stately] = ['index.html', 'chat/index.html', 'stately/index.html'].map(namedBy)
  const isShared = (name: string): boolean => chat?.includes(name) === true && stately?.includes(name) === true
  expect(page?.map(isShared).toSorted()).toEqual([false, true])
})

test('whatever the plain chat fetches later, it never starts the page', () => {
  const own = namedBy('index.html').find((name) => !namedBy('chat/index.html').includes(name)) ?? ''
  const fetched = new Set(namedBy('chat/index.html'))
  for (const name of fetched)
    for (const other of scripts)
      if (readFileSync(join(dist, 'assets', name), 'utf8').includes(other)) fetched.add(other)
  expect([fetched.size > 3, fetched.has(own)]).toEqual([true, false])
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
