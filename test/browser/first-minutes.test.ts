// Somebody new plays with the page in quick motion, once at every width: nothing overflows, everything can be reached by
// finger and key, axe finds nothing, and each line has an answer or a reason that can be seen. `npm run first-minutes`
// plays all widths, themes and languages at the pace of a person.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quick, rooms, type Running } from '../e2e/running.ts'
import { browserTests } from './chromium.ts'
import { playFirstMinutes } from './newcomer/first-minutes.ts'
import { sizes, unexplained, visits } from './newcomer/visits.ts'
import { served } from './served.ts'

const open = browserTests()
// Every theme and language, at two widths each.
const names = ['1440-dark-en', '1280-light-zh', '800-light-en', '390-dark-zh']
const played = visits.filter(({ name }) => names.includes(name))
let service: Running

beforeAll(async () => {
  service = await served({ groupSocial: quick, channels: rooms(...names) })
})

afterAll(() => service?.stop())

// Side by side: most of the time they wait for bots.
test.concurrent.for(played)('$name', { timeout: 240_000 }, async ({ name, width, theme, lang }, { onTestFinished }) => {
  const page = await open(`${service.url}/#actor=${encodeURIComponent(`iris web:${name}`)}`, {
    viewport: { width, height: sizes[width] },
    colorScheme: theme,
    locale: lang === 'zh' ? 'zh-CN' : 'en-GB',
    hasTouch: width < 1_000,
    reducedMotion: 'reduce',
    onTestFinished,
  })
  const { findings, lines } = await playFirstMinutes({ page, lang, betweenMs: 700 })
  expect([...findings, ...unexplained(lines)]).toEqual([])
  expect(lines.map(({ outcomes }) => outcomes.length)).toEqual(lines.map(() => 2))
})

test('a line is explained by an answer, by refusals with their gates, or by a budget that is waited for', () => {
  const lines = [
    ['✓ Iris answered', '◷ Rex waiting · Buffer'],
    ['✕ Iris skipped · Addressee', '▲ Rex failed · Decision'],
    ['◷ Iris 等待中 · 预算', '✕ Rex 未回复 · 说话对象'],
    ['◷ Iris waiting · Buffer', '✕ Rex skipped · Addressee'],
    [],
  ].map((outcomes, n) => ({ text: `line ${n}`, outcomes }))
  expect(unexplained(lines)).toEqual([
    'neither answered nor explained: line 3 (◷ Iris waiting · Buffer | ✕ Rex skipped · Addressee)',
    'neither answered nor explained: line 4 ()',
  ])
})
