import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { openReport } from '../../src/lab/replay/report.ts'
import type { ReportData } from '../../src/lab/replay/report-contract.ts'
import { makeAxis, ticksOf } from '../../visualizer/report/axis.ts'
import { heldIn, slidingSums, summed, timesOf } from '../../visualizer/report/course.ts'
import { roundStep } from '../../visualizer/round-step.ts'
import { chime } from './chime.ts'
import { jsonLines, livelyTalk } from './talk.ts'
import { folder } from '../world/folders.ts'

beforeAll(() => {
  const script = fileURLToPath(new URL('../../tools/build-visualizer.mjs', import.meta.url))
  execFileSync(process.execPath, [script], { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
})

const minute = 60_000
const hour = 60 * minute
const at = 1_750_000_000_000
const evil = '</script><script>alert(1)</script><img src=x onerror=alert(1)> <!--'

async function report(talk: string, files: Record<string, string> = {}, ...args: string[]) {
  const cwd = folder({ 'talk.jsonl': talk, ...files })
  const ran = await chime(['replay', 'talk.jsonl', '--bot', 'Iris', '--report', 'out.html', '--json', ...args], { cwd })
  const page = readFileSync(join(cwd, 'out.html'), 'utf8')
  return { ...ran, page, data: dataIn(page) }
}

const inner = (page: string, tag: RegExp): string[] => [...page.matchAll(tag)].map(([, text = '']) => text)
const scriptsIn = (page: string) => inner(page, /<script type="module">([\s\S]*?)<\/script>/g)
const stylesIn = (page: string) => inner(page, /<style>([\s\S]*?)<\/style>/g)
const dataIn = (page: string) =>
  JSON.parse(inner(page, /<script id="data" type="application\/json">([\s\S]*?)<\/script>/g)[0] ?? '') as ReportData

describe('the report of a short talk', () => {
  const talk = jsonLines([
    { id: 'a', ts: at, group: 'lab', sender: 'ann', text: `Iris, what is this: ${evil}` },
    { id: 'b', ts: at + 5 * hour, group: 'lab', sender: evil, text: 'nothing for Rex' },
    { id: 'c', ts: at + 5 * hour + minute, group: 'den', sender: 'ben', text: 'hi' },
  ])

  test('draws every group: stretches of talk, vitality, calls, sends, waits and limits', async () => {
    const { code, data } = await report(talk, {}, '--decide', 'never')
    expect(code).toBe(0)
    expect(data.talk).toEqual({ file: 'talk.jsonl', bot: 'Iris', decide: 'never', seed: 1 })
    expect(data.groups.map(({ name }) => name)).toEqual(['lab', 'den'])
    const [lab] = data.groups
    const falls = 5 * minute + 1
    expect(lab?.stretches).toEqual([
      [at - minute, at + falls + minute],
      [at + 5 * hour - minute, at + 5 * hour + falls + minute],
    ])
    expect(lab?.messages).toEqual({ at: [minute, 5 * hour], mentioned: '10' })
    const [run] = lab?.runs ?? []
    expect(run?.vitality).toEqual({ at: [minute, falls, 5 * hour - falls, falls], state: '1010' })
    expect(run?.limits.shortWindow).toEqual({ durationMs: 300_000, maxMessages: 5, maxTokens: 12_000 })
    // The mention goes to the reply call, which keeps silent; the line without a name is judged.
    expect(run?.calls.kind).toBe('cd')
    expect(run?.sends.at).toEqual([])
    expect(run?.skips['decide']).toBeGreaterThan(0)
  })

  test('its table has each turn with batch, gates and tokens', async () => {
    const { data } = await report(talk, {}, '--decide', 'never')
    const [row] = data.rows.rows
    const { lines, verdicts, leftOut } = data.rows
    expect(row).toMatchObject({ run: 0, group: 0, at, called: 1, outcome: 'silent', gate: 'compose' })
    expect(row?.batch.map((place) => lines[place])).toEqual([['ann', `Iris, what is this: ${evil}`]])
    expect(row?.chain.map((place) => verdicts[place])).toMatchObject([
      { gate: 'compose', outcome: 'skip', why: 'modelSilent' },
    ])
    expect(leftOut).toBe(0)
  })

  test('a reply stands in its row and in the sends', async () => {
    const { data } = await report(talk, {}, '--decide', 'always')
    const [row] = data.rows.rows
    expect(row).toMatchObject({ outcome: 'replied', called: 1 })
    expect(row?.reply).toMatch(/^\(rehearsal\)/)
    expect(data.groups[0]?.runs[0]?.sends.at.length).toBeGreaterThan(0)
  })

  test('is one file: no address outside it, and its policy lets only its own script and style run', async () => {
    const { page } = await report(talk)
    const markup = page.replaceAll(/(<script[^>]*>)[\s\S]*?<\/script>/g, '$1')
    expect(markup.match(/<(?:link|iframe|object|embed|base|img)\b|\bsrc=|@import|url\(/gi)).toBeNull()
    const [policy = ''] = inner(page, /http-equiv="Content-Security-Policy" content="([^"]*)"/g)
    const hashes = (texts: readonly string[]) =>
      texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ')
    expect(policy).toBe(
      `default-src 'none'; script-src ${hashes(scriptsIn(page))}; style-src ${hashes(stylesIn(page))}`,
    )
    expect([scriptsIn(page).length, stylesIn(page).length]).toEqual([1, 1])
  })

  test('what it is made of has its licence with it', async () => {
    const [script = ''] = scriptsIn((await report(talk)).page)
    expect(script).toMatch(
      /^\/\* uPlot, MIT License, Copyright .* Leon Sorokin; React, MIT License, Copyright .* \*\/\n/,
    )
  })

  test('what people wrote is data: no markup of theirs is in the page', async () => {
    const { page } = await report(talk)
    expect(page.match(/<img|<script>alert/g)).toBeNull()
    expect(page.match(/<\/script/g)).toHaveLength(2)
    expect(page.match(/<!--/g)).toBeNull()
    expect(page.includes('\\u003cimg src=x onerror=alert(1)>')).toBe(true)
  })
})

test('with --compare both settings are in one page, with what they answer differently', async () => {
  const talk = jsonLines([{ id: 'a', ts: at, group: 'lab', sender: 'ann', text: 'Iris, which test?' }])
  const bots = 'bots:\n  - name: Iris\n'
  const files = { 'a.yaml': bots, 'b.yaml': `${bots}groupSocial:\n  enabled: false\n` }
  const { data } = await report(talk, files, '--decide', 'always', '--compare', 'a.yaml', 'b.yaml')
  expect(data.runs.map(({ name, figures }) => [name, figures['replies']])).toEqual([
    ['a.yaml', 1],
    ['b.yaml', 0],
  ])
  const { id, sender, text, verdict } = data.differ?.answeredInA.first[0] ?? {}
  expect([id, sender, text, verdict?.gate, verdict?.outcome]).toEqual([
    'a',
    'ann',
    'Iris, which test?',
    'policy',
    'skip',
  ])
  expect(data.differ).toMatchObject({ answeredInA: { count: 1 }, answeredInB: { count: 0 }, nothing: false })
  expect(data.groups[0]?.runs.map(({ sends }) => sends.at.length)).toEqual([1, 0])
  expect(data.rows.rows.map(({ run, outcome, gate }) => [run, outcome, gate])).toEqual([
    [0, 'replied', undefined],
    [1, 'silent', 'policy'],
  ])
})

// Ten seconds of one processor, and the machine may have other work.
const long = { timeout: 120_000 }

test(
  'ten thousand messages stay below 3 MB; silent turns give way in the table, those called for do not',
  long,
  async () => {
    const talk = jsonLines(livelyTalk({ count: 10_000, paceMs: 30_000, seed: 9 }))
    const { page, data, out } = await report(talk, {}, '--decide', 'never')
    const { dispatches } = JSON.parse(out) as { dispatches: number }
    expect(Buffer.byteLength(page)).toBeLessThan(3_000_000)
    expect(data.rows.rows).toHaveLength(3_000)
    expect(data.rows.leftOut).toBe(dispatches - 3_000)
    expect(data.rows.leftOut).toBeGreaterThan(0)
    const all = data.groups.flatMap(({ messages }) => messages.mentioned.match(/1/g) ?? [])
    const called = data.rows.rows.filter((row) => row.called === 1)
    expect(called.length).toBeGreaterThan(0)
    expect(called.reduce((sum, { batch }) => sum + batch.length, 0)).toBeGreaterThanOrEqual(all.length)
  },
)

test('a talk in which only the bot spoke is a page without plots, not a failure', async () => {
  const { code, data } = await report(jsonLines([{ id: 'a', ts: at, group: 'lab', sender: 'Iris', text: 'hello' }]))
  expect(code).toBe(0)
  expect([data.groups, data.rows]).toEqual([[], { lines: [], verdicts: [], rows: [], leftOut: 0 }])
})

test('a report that cannot be written is told before the talk is played, with the next step', async () => {
  const cwd = folder({ 'talk.jsonl': jsonLines(livelyTalk({ count: 3, paceMs: 1_000, seed: 1 })) })
  mkdirSync(join(cwd, 'out'))
  const ran = await chime(['replay', 'talk.jsonl', '--bot', 'Iris', '--report', 'out'], { cwd })
  expect([ran.code, ran.out]).toEqual([1, ''])
  expect(ran.err).toMatch(/the report cannot be written to out: EISDIR.*: give --report a file that you may write\n$/)
})

test('without the built page it says what to run, before the talk is played', () => {
  const out = join(folder({}), 'out.html')
  expect(() => openReport(out, '/nowhere/report.html')).toThrow(
    'the page of --report is not built yet: run `npm run build:visualizer`, then try again',
  )
  expect(existsSync(out)).toBe(false)
})

describe('the time axis of the report', () => {
  const axis = makeAxis([
    [0, 2 * hour],
    [100 * hour, 101 * hour],
  ])

  test('squeezes a silence of days into minutes and keeps talk at its length', () => {
    expect(axis.length).toBe(3 * hour + 10 * minute)
    expect(axis.gaps).toEqual([{ at: 2 * hour, until: 2 * hour + 10 * minute, ms: 98 * hour }])
  })

  test('finds the time of every place and the place of every time', () => {
    for (const time of [0, hour, 2 * hour, 51 * hour, 100 * hour, 100.5 * hour, 101 * hour])
      expect(axis.timeOf(axis.placeOf(time))).toBeCloseTo(time, 3)
    expect([axis.placeOf(51 * hour), axis.timeOf(2 * hour + 5 * minute)]).toEqual([2 * hour + 5 * minute, 51 * hour])
  })

  test('bears ticks at round times, apart from each other', () => {
    expect(ticksOf(axis, 0, axis.length, hour)).toEqual([0, hour, 2 * hour, 3 * hour + 10 * minute])
    expect(roundStep(hour, 30)).toBe(2 * minute)
  })
})

test('a sliding window holds what is younger than itself, and a bucket shows the most it held (U1)', () => {
  const axis = makeAxis([[0, 600]])
  const course = slidingSums(timesOf([10, 40, 150], 0), () => 5, 100)
  expect(course).toEqual([
    { at: 10, used: 5 },
    { at: 50, used: 10 },
    { at: 110, used: 5 },
    { at: 150, used: 0 },
    { at: 200, used: 5 },
    { at: 300, used: 0 },
  ])
  expect(heldIn(course, axis, { from: 0, step: 100, count: 6 })).toEqual([10, 10, 5, 0, 0, 0])
  expect(summed([10, 50, 200], { from: 0, step: 100, count: 3 }, () => 1)).toEqual([2, 0, 1])
})
