import { describe, expect, test } from 'vitest'
import type { InboundMessage } from '../../../src/channels/channel.ts'
import { playBaseline } from '../../../src/lab/eval/scenarios/baselines.ts'
import { parseScenario } from '../../../src/lab/eval/scenarios/parse.ts'
import { perform, type Room } from '../../../src/lab/eval/scenarios/perform.ts'
import { playScenario } from '../../../src/lab/eval/scenarios/play.ts'
import { addressIn } from '../../../src/lab/eval/scenarios/room.ts'
import { figuresOf } from '../../../src/lab/eval/scenarios/scorecard.ts'
import { momentsOf, scriptOf } from '../../../src/lab/eval/scenarios/script.ts'
import { startMs } from '../../../src/lab/eval/scenarios/times.ts'
import { loadConfig } from '../../../src/channels/plugins.ts'

const config = loadConfig({ env: {}, cwd: import.meta.dirname })
const scenario = (talk: string, moments = '[{ want: MAY, line: q }]', more = '') =>
  parseScenario(`title: t\nlanguage: en\npeople: [Ann, Ben]\n${more}\ntalk:\n${talk}\nmoments: ${moments}\n`, 'a.yaml')

const followUp = scenario(`  - { id: q, at: 0s, who: Ann, text: 'Iris, which test?' }
  - { id: f, after: iris +10s, at: +60s, who: Ann, text: 'and why?' }
  - { id: z, at: +5s, who: Ben, text: 'lunch?', replyTo: iris }`)

/** Iris answers every line of a person so long after it; nobody else does. */
function slowRoom(
  afterMs: number,
  heard: InboundMessage[],
  posted: (message: InboundMessage, bot: string) => void,
): Room {
  const due: InboundMessage[] = []
  return {
    listen(message) {
      heard.push(message)
      const { sender, id, group, ts } = message
      const iris = { id: 'iris', name: 'Iris', bot: true }
      if (!sender.bot) due.push({ id: `to-${id}`, group, ts: ts + afterMs, sender: iris, text: 'Rank.', replyTo: id })
      return Promise.resolve()
    },
    nextDue: () => due[0]?.ts,
    passUntil() {
      const post = due.shift()
      if (post) posted(post, 'iris')
      return Promise.resolve()
    },
  }
}

async function performed(afterMs: number) {
  const heard: InboundMessage[] = []
  const said = await perform({
    script: scriptOf(followUp),
    start: 0,
    open: (posted) => slowRoom(afterMs, heard, posted),
    address: addressIn(followUp),
  })
  return { heard, told: said.map(({ id, ts, replyTo }) => [id, ts / 1_000, ...(replyTo ? [replyTo] : [])]) }
}

describe('a line on a cue', () => {
  test('is said so long after the answer, however late that came', async () => {
    for (const seconds of [4, 40]) {
      // oxlint-disable-next-line no-await-in-loop
      const { told } = await performed(seconds * 1_000)
      expect(told).toContainEqual(['f', seconds + 10])
    }
  })

  test('is said at its latest time where no answer came, and the next line counts from it', async () => {
    const { told } = await performed(90_000)
    expect(told).toEqual([
      ['q', 0],
      ['f', 60],
      ['z', 65],
      ['to-q', 90, 'q'],
      ['to-f', 150, 'f'],
      ['to-z', 155, 'z'],
    ])
  })

  test('a reply to a bot is one to its last words, and bots hear each other with what they reply to', async () => {
    const { told, heard } = await performed(2_000)
    expect(told.find(([id]) => id === 'z')).toEqual(['z', 17, 'to-f'])
    expect(heard.find(({ id }) => id === 'to-q')).toMatchObject({ ts: 2_100, group: 'web:lobby', replyTo: 'q' })
  })
})

describe('chatter', () => {
  const withChatter = scenario(
    `  - { id: q, at: 0s, who: Ann, text: 'Iris, note this' }
  - { filler: { lines: 60, over: 10h, seed: 4, topic: office } }
  - { id: a, at: '21:00', who: Ben, text: 'Iris, what was it?' }`,
  )

  test('is the same for the same seed, in bursts over the span, never twice by one person in a row of two', () => {
    const lines = scriptOf(withChatter)
    expect(lines.length).toBe(62)
    expect(scriptOf(withChatter).map(({ text }) => text)).toEqual(lines.map(({ text }) => text))
    let before = startMs(withChatter.startsAt)
    const start = before
    const times = lines.map((line) => (before = line.at({ start, before })) - start)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-2)).toBeLessThan(10 * 3_600_000)
    expect(times.filter((at, i) => i > 1 && at - (times[i - 1] ?? 0) > 3_600_000).length).toBe(3)
  })

  test('wants silence, as one moment', () => {
    expect(momentsOf(withChatter).slice(1)).toEqual([
      { want: 'SILENT', line: 'talk-1.0', until: 'talk-1.59', why: 'chatter that concerns no bot' },
    ])
  })
})

describe('the rules beside a model', () => {
  const small = scenario(
    `  - { id: q, at: 0s, who: Ann, text: 'Iris, which test for n = 9?' }
  - { id: o, at: +60s, who: Ben, text: 'does anybody know a paper on sleep?' }
  - { id: s, at: +60s, who: Ann, text: 'lunch?' }`,
    `
  - { want: MUST, line: q, by: iris, says: rank }
  - { want: MUST, line: o, by: iris }
  - { want: SILENT, line: s }`,
  )
  const figures = async (name: Parameters<typeof playBaseline>[0]) => figuresOf([await playBaseline(name, small)])

  test('a bot that never speaks meets no MUST, one that answers everything keeps no silence and doubles', async () => {
    expect(await figures('alwaysSilent')).toMatchObject({
      must: { moments: 2, met: 0, missed: 2, wrong: 0 },
      silent: { moments: 1, met: 1 },
      asWanted: 0.3333,
    })
    expect(await figures('onlyAddressed')).toMatchObject({
      must: { met: 1, missed: 1 },
      silent: { met: 1 },
      doubles: 0,
    })
    expect(await figures('alwaysAnswers')).toMatchObject({
      must: { met: 2 },
      silent: { met: 0, needless: 1 },
      needlessPosts: 2,
      doubles: 2,
      asWanted: 0.4,
    })
  })

  test('bots that are told never to speak score as the silent rule does', async () => {
    const never = await playScenario(small, { config, decide: 'never', seed: 1 })
    expect(never && figuresOf([never.score])).toMatchObject({
      must: { moments: 2, met: 0 },
      silent: { moments: 1, met: 1 },
      asWanted: 0.3333,
    })
  })
})

describe('a play with the real bots', () => {
  test('is the same every time, and books every call of a model', async () => {
    const play = async () => {
      const played = await playScenario(followUp, { config, decide: 'rehearsal', seed: 1 })
      return { said: played?.said, calls: played?.calls, tokens: played?.tokens }
    }
    const first = await play()
    expect(await play()).toEqual(first)
    expect(first.said?.map(({ who }) => who)).toContain('iris')
    expect(first.calls).toBeGreaterThan(0)
    expect(first.tokens).toBeGreaterThan(first.calls ?? 0)
  })

  test('takes a newcomer for alone with the bots, and not who has company', async () => {
    const alone = `  - { id: q, at: 0s, who: Ann, text: 'the sun is out' }`
    const posts = async (talk: string) => {
      const played = await playScenario(scenario(talk), { config, decide: 'rehearsal', seed: 1 })
      return played?.said.filter(({ isBot }) => isBot).map(({ replyTo }) => replyTo)
    }
    expect(await posts(alone)).toEqual(['q'])
    expect(await posts(`${alone}\n  - { at: 30m, who: Ben, text: 'it is' }`)).toEqual([])
  })

  test('keeps groups apart, and a private chat has one bot', async () => {
    const apart = scenario(
      `  - { id: q, at: 0s, who: Ann, group: a, text: 'Rex, is this code ok?' }
  - { id: p, at: +30s, who: Ann, group: b, text: 'which papers on data are good?' }`,
      '[{ want: MUST, line: q, by: rex }]',
      'groups: { a: { bots: [rex] }, b: { oneToOne: iris } }',
    )
    const played = await playScenario(apart, { config, decide: 'rehearsal', seed: 1 })
    const heard = new Set(played?.verdicts.map(({ bot, line }) => `${bot} ${line.group}`))
    expect(heard).toEqual(new Set(['rex web:a', 'iris web:b']))
    expect(played?.said.filter(({ isBot }) => isBot).map(({ who, group }) => [who, group])).toEqual([
      ['rex', 'a'],
      ['iris', 'b'],
    ])
  })
})

test('a line carries what the file says of it, and the age of a quote counts from the line (A12)', async () => {
  const heard: InboundMessage[] = []
  const carrying = parseScenario(
    `
title: parts
language: en
people: [Ann]
talk:
  - { id: a, at: 10s, who: Ann, parts: [{ kind: quote, name: Bo, ago: 2s, text: old }, { kind: image, name: a.png }] }
  - { at: 20s, who: Ann, text: and this, parts: [{ kind: forward, lines: [{ name: Bo, text: hi }] }] }
moments: [{ want: SILENT, line: a }]
`,
    'parts.yaml',
  )
  await perform({
    script: scriptOf(carrying),
    start: 0,
    open: (posted) => slowRoom(1, heard, posted),
    address: addressIn(carrying),
  })
  const said = heard.filter(({ sender }) => !sender.bot)
  expect(said.map(({ text, parts }) => ({ text, parts }))).toEqual([
    {
      text: '[image: a.png]',
      parts: [
        { kind: 'quote', name: 'Bo', text: 'old', ts: 8_000 },
        { kind: 'image', name: 'a.png' },
      ],
    },
    { text: 'and this [forwarded messages: 1]', parts: [{ kind: 'forward', lines: [{ name: 'Bo', text: 'hi' }] }] },
  ])
})
