import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { bare, chime } from './chime.ts'

/** What each bot did, as `Iris decide skip: no shared words`, without the messages' way into a turn. */
function gatesOf(out: string): string[] {
  const verdicts = out.split('\n').flatMap((line) => /^\d:\d\d {4}(\w+) +(.*)/.exec(line)?.slice(1).join(' ') ?? [])
  return verdicts.map(bare).filter((line) => !/ (?:buffer|dispatch|vitality) /.test(line))
}

/** The last figures of both bots, without tokens. */
const closing = (out: string): (string | undefined)[] =>
  ['Iris', 'Rex'].map((name) =>
    out
      .match(new RegExp(`^${name} +.*$`, 'gm'))
      ?.at(-1)
      ?.replace(/ · \S+ \d+$/, ''),
  )

describe('the demo', () => {
  test('it tells one life of the room, gate by gate', async () => {
    const { code, out, err } = await chime(['demo'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(gatesOf(out)).toEqual([
      'Iris decide skip: no shared words',
      'Rex decide skip: no shared words',
      'Iris decide reply: shared words: statistic, experiment, data',
      'Rex decide skip: no shared words',
      'Iris compose draft: written',
      'Iris delay wait: a human pause',
      'Iris send sent: the channel has it',
      'Rex decide skip: no shared words',
      'Rex decide reply: mentioned; shared words: refactor, review',
      'Rex compose draft: written',
      'Rex delay wait: a human pause',
      'Rex send sent: the channel has it',
      'Iris decide skip: no shared words',
      'Iris decide skip: no shared words',
      'Iris decide reply: shared words: literature, paper',
      'Rex decide skip: no shared words',
      'Iris compose draft: written',
      'Iris delay wait: a human pause',
      'Iris rejudge drop: somebody has answered',
      'Rex decide skip: no shared words',
      'Rex decide reply: mentioned; shared words: test',
      'Rex compose draft: written',
      'Rex delay wait: a human pause',
      'Rex send sent: the channel has it',
      'Iris decide skip: no shared words',
      'Iris decide reply: mentioned; shared words: paper, statistic',
      'Iris compose draft: written',
      'Iris delay wait: a human pause',
      'Iris send sent: the channel has it',
      'Iris budget skip: short window: 2 of 2 messages are used, before decision',
      'Rex budget skip: short window: 2 of 2 messages are used, before decision',
    ])
  })

  test('a mention goes past the cooldown (B2)', async () => {
    const { out } = await chime(['demo'])
    const [, since] = /^1:20 {4}Rex +dispatch start: mention .* since last end ([\d.]+) s/m.exec(out) ?? []
    expect(Number(since)).toBeGreaterThanOrEqual(3)
    expect(Number(since)).toBeLessThan(30)
  })

  test('the burst heats the room, and the answer in it is short (V6, T2)', async () => {
    const { out } = await chime(['demo'])
    const heated = out.split('\n').filter((line) => line.includes('vitality HEATED:'))
    const send = out.split('\n').find((line) => line.startsWith('3:') && line.includes('Rex   send sent'))
    expect(heated.map((line) => line.slice(8, 12).trim()).toSorted()).toEqual(['Iris', 'Rex'])
    expect(send).toContain(' · type short · ')
  })

  test.concurrent.each([
    ['en', 1, 'replies', 'silent at'],
    ['en', 8, 'replies', 'silent at'],
    ['zh', 1, '回复', '沉默于'],
    ['zh', 11, '回复', '沉默于'],
  ])('every scene comes off in %s with seed %i', async (lang, seed, replies, silent) => {
    const { code, out } = await chime(['demo', '--lang', lang, '--seed', String(seed)])
    expect(code).toBe(0)
    expect(closing(out)).toEqual([
      expect.stringMatching(new RegExp(`^Iris  ${replies} 2 · ${silent} decide \\d, rejudge 1, budget 1$`)),
      expect.stringMatching(new RegExp(`^Rex   ${replies} 2 · ${silent} decide \\d, budget 1$`)),
    ])
  })

  test('the same seed tells the same story, wherever it is told; another seed another one', async () => {
    const [first, again, elsewhere, other] = await Promise.all([
      chime(['demo', '--seed', '5']),
      chime(['demo', '--seed', '5']),
      chime(['demo', '--seed', '5'], { env: { TZ: 'Asia/Shanghai', OPENAI_API_KEY: 'unused', CHIME_HOST: '0.0.0.0' } }),
      chime(['demo', '--seed', '6']),
    ])
    expect(again).toEqual(first)
    expect(elsewhere).toEqual(first)
    expect(other.out).not.toBe(first.out)
  })

  test('colours come on request only', async () => {
    const [piped, forced, refused] = await Promise.all([
      chime(['demo']),
      chime(['demo'], { env: { FORCE_COLOR: '1' } }),
      chime(['demo'], { env: { NO_COLOR: '1' } }),
    ])
    expect([piped, forced, refused].map(({ out }) => out.includes('\u001B['))).toEqual([false, true, false])
    expect(stripVTControlCharacters(forced.out)).toBe(piped.out)
  })
})
