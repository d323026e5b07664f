import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { momentsOf } from '../../../src/lab/eval/scenarios/script.ts'
import { readScenarios } from '../../../src/lab/eval/scenarios/files.ts'
import type { Summary } from '../../../src/lab/eval/scenarios/scorecard.ts'
import { schemaDocument, schemaPath } from '../../../tools/scenario-schema.ts'
import { provider } from '../../llm/calls.ts'
import { type Answer, failure, says } from '../../llm/fake-provider.ts'
import { chime } from '../chime.ts'
import { folder } from '../../world/folders.ts'

const ours = fileURLToPath(new URL('../../../scenarios', import.meta.url))

const one = `title: One question
language: en
people: [Ann, Ben]
groupSocial: { policy: mention }
talk:
  - { id: hi, at: 0s, who: Ben, text: 'lunch?' }
  - { id: q, at: +60s, who: Ann, text: 'Iris, which test for skewed data?' }
moments:
  - { want: SILENT, line: hi, within: 30s }
  - { want: MUST, line: q, by: iris, says: rank, why: she asked }
`
const files = { 'one.yaml': one, 'more/two.yml': one.replace('One', 'Another').replace('says: rank', 'within: 20s') }

async function evaluated(args: string[], { cwd = folder(files), env = {} }: { cwd?: string; env?: object } = {}) {
  const ran = await chime(['eval', ...args, '--json'], { cwd, env: { ...env } })
  return { ...ran, summary: (ran.out ? JSON.parse(ran.out) : {}) as Summary }
}

describe('the project’s own scenarios', () => {
  const scenarios = readScenarios([ours])

  test('are at least 44, in English and Chinese, with one to ten moments each', () => {
    const inLanguage = (language: string): number =>
      scenarios.filter((each) => [each.language].flat().includes(language as never)).length
    expect(scenarios.length).toBeGreaterThanOrEqual(44)
    expect([inLanguage('en'), inLanguage('zh'), inLanguage('ru')].map((count, i) => count >= [20, 20, 1][i]!)).toEqual([
      true,
      true,
      true,
    ])
    expect(scenarios.filter(({ moments }) => moments.length > 10).map(({ file }) => file)).toEqual([])
    expect(new Set(scenarios.map(({ title }) => title)).size).toBe(scenarios.length)
  })

  test('name the schema in their first line, and the schema is the one that reads them', () => {
    const lacking = readdirSync(ours)
      .filter((file) => file.endsWith('.yaml'))
      .filter(
        (file) =>
          !readFileSync(join(ours, file), 'utf8').startsWith(
            '# yaml-language-server: $schema=./scenario.schema.json\n',
          ),
      )
    expect(lacking).toEqual([])
    expect(readFileSync(schemaPath, 'utf8')).toBe(schemaDocument())
  })

  test('are played to their end by the rehearsal, every moment scored', async () => {
    const { code, err, summary } = await evaluated([ours])
    expect({ code, err, unfinished: summary.unfinished }).toEqual({ code: 0, err: '', unfinished: [] })
    expect(summary.scenarios.map(({ file, moments }) => [file, moments.length])).toEqual(
      scenarios.map((each) => [each.file, momentsOf(each).length]),
    )
    const { must, silent, counted } = summary.figures
    expect([must.met + must.missed + must.wrong, silent.met + silent.needless + silent.wrong]).toEqual([
      must.moments,
      silent.moments,
    ])
    expect(counted).toBe(must.moments + silent.moments)
    // A product that never speaks shows at once.
    expect(summary.baselines.alwaysSilent.must).toMatchObject({ met: 0, missed: must.moments })
    expect(summary.baselines.alwaysAnswers.silent.met).toBeLessThan(silent.moments / 4)
  }, 60_000)
})

describe('chime eval with scenarios', () => {
  test('plays files and folders, and prints the shape that the help promises', async () => {
    const { code, summary } = await evaluated(['one.yaml', 'more'])
    const { elapsedMs, scenarios, figures, baselines, ...head } = summary
    expect({ code, elapsedMs, head }).toEqual({
      code: 0,
      elapsedMs: expect.any(Number),
      head: {
        model: 'rehearsal',
        decide: 'rehearsal',
        seed: 1,
        calls: expect.any(Number),
        tokens: expect.any(Number),
        unfinished: [],
      },
    })
    expect(Object.keys(baselines)).toEqual(['alwaysSilent', 'onlyAddressed', 'alwaysAnswers'])
    expect(figures).toMatchObject({ counted: 4, must: { moments: 2, met: 1, missed: 0, wrong: 1 }, silent: { met: 2 } })
    const [first, second] = scenarios
    expect(first).toEqual({
      file: 'one.yaml',
      title: 'One question',
      language: 'en',
      asWanted: 0.5,
      moments: [
        { want: 'SILENT', line: 'hi', outcome: 'met', faults: [], by: [] },
        { want: 'MUST', line: 'q', outcome: 'wrong', faults: ['does not say rank'], by: ['iris'], why: 'she asked' },
      ],
      needless: [],
      doubles: [],
      calls: expect.any(Number),
      tokens: expect.any(Number),
      room: [
        { id: 'hi', group: 'lobby', atMs: 0, who: 'Ben', bot: false, text: 'lunch?' },
        { id: 'q', group: 'lobby', atMs: 60_000, who: 'Ann', bot: false, text: 'Iris, which test for skewed data?' },
        {
          id: expect.any(String),
          group: 'lobby',
          atMs: expect.any(Number),
          who: 'iris',
          bot: true,
          text: expect.any(String),
          replyTo: 'q',
        },
      ],
    })
    expect(second).toMatchObject({ file: 'two.yml', title: 'Another question', asWanted: 1 })
  })

  test('tells where it went wrong with the room as it went, beside three rules', async () => {
    const { out } = await chime(['eval', 'one.yaml'], { cwd: folder(files) })
    expect(out).toContain(
      'MUST by iris within 30 s: wrong does not say rank (iris): q “Iris, which test for skewed data?” — she asked',
    )
    expect(out).toMatch(
      / {2}1:00 {2}Ann: Iris, which test for skewed data\?\n(?: {2}1:0\d {6}· .*\n)+ {2}1:0\d {2}▶ iris → q: /,
    )
    expect(out).toMatch(/rehearsal +always silent +only addressed +always answers\n/)
    expect(out).toMatch(/MUST met +0 of 1 +0 of 1 +1 of 1 +1 of 1\n/)
  })

  test('fails only when a share is required and not reached', async () => {
    const codes = await Promise.all(
      [[], ['--require', '0.75'], ['--require', '0.5']].map(
        async (more) => (await evaluated(['one.yaml', ...more])).code,
      ),
    )
    expect(codes).toEqual([0, 3, 0])
  })

  test('plays those that --only names, and says so when there is none', async () => {
    expect((await evaluated(['.', 'more', '--only', 'another'])).summary.scenarios.map(({ file }) => file)).toEqual([
      'two.yml',
    ])
    const none = await evaluated(['more', '--only', 'nothing'])
    expect([none.code, none.err]).toEqual([1, 'chime: --only nothing: none of them\n'])
  })

  test('names the problems of all files at once, and does not mix scenarios with labelled talk', async () => {
    const cwd = folder({ 'a.yaml': one.replace('who: Ann', 'who: Anne'), 'b.yaml': one.replace('line: q', 'line: p') })
    const broken = await evaluated(['a.yaml', 'b.yaml'], { cwd })
    expect([broken.code, broken.err]).toEqual([
      1,
      `chime: a.yaml:7:5: talk[1]: nobody is called "Anne": did you mean "Ann"?\nb.yaml:10:19: moments[1].line: no line before has the id "p": did you mean "q"?\n`,
    ])
    const mixed = await evaluated(['one.yaml', 'talk.jsonl'])
    expect([mixed.code, mixed.err]).toEqual([
      1,
      'chime: talk.jsonl is no scenario: play .yaml files and folders in one call, labelled talk in another\n',
    ])
  })
})

describe('a real model', () => {
  const wants = JSON.stringify({
    want_to_reply: true,
    relevance: 0.9,
    reply_type: 'short',
    delay_hint: 'fast',
    verdict: 'send',
  })
  const willing: Answer = (response, body) => {
    const isDecision = JSON.stringify(body).includes('want_to_reply')
    says(isDecision ? wants : 'I would take a rank test.')(response, body)
  }

  test('plays scenarios side by side, slower than its configured timeout allows, and its answers count', async () => {
    const open: Parameters<Answer>[] = []
    let most = 0
    // Nothing is answered before the first calls of both scenarios are there.
    const server = await provider((...call) => {
      open.push(call)
      most = Math.max(most, open.length)
      if (most < 2) return
      for (const [response, body] of open.splice(0)) willing(response, body)
    })
    const cwd = folder({
      ...files,
      'chime.yaml':
        'bots: [{ name: Iris, problemWords: false }]\ngroupSocial: { decision: { modelTimeoutMs: 2 }, reply: { modelTimeoutMs: 2 } }',
    })
    const { summary, code } = await evaluated(
      [
        'one.yaml',
        'more',
        '--config',
        'chime.yaml',
        '--model',
        'by-hand',
        '--base-url',
        server.baseUrl,
        '--latency',
        '1',
        '--parallel',
        '2',
      ],
      { cwd },
    )
    expect([code, summary.model, most]).toEqual([0, 'by-hand', 2])
    expect(summary.figures).toMatchObject({ must: { moments: 2, met: 2 }, toItsLine: { answers: 2, right: 2 } })
    expect(summary.calls).toBe(server.bodies.length)
  })

  test('that is gone leaves scenarios unfinished: they are named, and the exit code tells', async () => {
    const server = await provider(failure(401, 'who are you'))
    const { code, err, summary } = await evaluated(['one.yaml', '--model', 'm', '--base-url', server.baseUrl])
    expect(code).toBe(1)
    expect(err).toMatch(/^chime: stopped: .*rejected the API key \(401\)/)
    expect([summary.unfinished, summary.scenarios, summary.figures.asWanted]).toEqual([['one.yaml'], [], null])
  })
})
