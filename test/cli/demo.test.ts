import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { chime } from './chime.ts'

/** The talk, as `Iris  reacts 👀`, and the thoughts below it, without times. */
function courseOf(out: string): string[] {
  const timeless = out.replaceAll(/(wait\w*|free in|等) [\d.]+|\d+ (?=秒后)/g, '$1 _')
  return timeless.split('\n').flatMap((line) => /^(?:\d:\d\d  | {12})(.*)$/.exec(line)?.[1] ?? [])
}

const speakersOf = (out: string): string[] => out.match(/(?<=^\d:\d\d  )\S+/gm) ?? []

describe('the demo', () => {
  test('it tells an afternoon of the room, and below each message what the bots made of it', async () => {
    const { code, out, err } = await chime(['demo'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(courseOf(out)).toEqual([
      'Ann   Back from lunch, and the coffee machine is alive again!',
      'Ben   Best news of the week.',
      'Cleo  Two for me, please.',
      '· Iris and Rex think it over and let it pass',
      'Ann   Which statistics fit an experiment with so little data?',
      '· Iris thinks it over (0.91 ≥ 0.50), writes, waits _ s',
      '· Rex leaves it to Iris: judged in one call',
      'Iris  This is where I would recommend something on statistics, with its',
      'limits, so that Ann can go on.',
      'Ben   @Rex is this refactoring worth a review before four?',
      '· Iris stays silent: addressed to others, no model asked',
      '· Rex is called by name, writes, waits _ s',
      'Rex   At this point I would settle this refactoring with a yes or a no,',
      'since Ben wants to know.',
      'Ben   And do the tests cover the slow path?',
      '· Iris stays silent: addressed to others, no model asked',
      '· Rex is asked, thinks it over (0.80 ≥ 0.50), writes, waits _ s',
      'Rex   My turn: I would settle the tests with a yes or a no, for Ben.',
      'Ann   Cleo, have you saved the data of the second experiment?',
      'Cleo  On the shared drive since noon.',
      '· Iris and Rex stay silent: addressed to others, no model asked',
      'Ben   Does anybody know a paper about checkout pages on phones?',
      '· Iris thinks it over (0.66 ≥ 0.50), writes, waits _ s',
      '· Rex leaves it to Iris: judged in one call',
      'Cleo  I have two papers about checkout pages on phones, sending them now.',
      '· Iris drops the draft: Cleo was faster',
      '· Rex stays silent: addressed to others, no model asked',
      'Ann   They moved the demo. It is in ten minutes!',
      'Ben   WHAT',
      'Cleo  My slides are not done.',
      'Ann   Take the old ones, with the cat?',
      '· the room is heated: 16 messages in 5 minutes, short lines only',
      'Ben   Everybody likes the cat.',
      'Cleo  Iris, wish us luck!',
      '· Iris is called by name, writes, waits _ s',
      'Iris  reacts ✨',
      'Ben   Rex, quick: do the tests pass?',
      '· Iris stays silent: addressed to others, no model asked',
      '· Rex is called by name, writes, waits _ s',
      'Rex   One line for Ben, on tests.',
      'Ben   Rex, and are there any bugs left?',
      '· Iris stays silent: addressed to others, no model asked',
      '· Rex is out of budget: 3 of 3 messages in 5 minutes, free in _ s:',
      '  ⏳ on the message, the answer then',
      'Ann   Would a review of the tests or the data tell us if we ship a bug?',
      '· Iris leaves it to Rex: judged in one call',
      '· Rex thinks it over (0.91 ≥ 0.60), writes, waits _ s',
      'Rex   My turn: I would say yes or no about review of the tests and why,',
      'because Ann asked.',
      'Kit   @Rex build 41: two tests failed on main.',
      '· Rex is called by name, writes, waits _ s',
      'Rex   At this point I would note what tests may change, now that another',
      'bot mentions it.',
      'Kit   @Rex build 42: the same two tests failed again.',
      '· Rex is called by name, writes, waits _ s',
      'Rex   At this point I would add one point on tests, in reply to another',
      'bot.',
      'Kit   @Rex build 43: still two tests.',
      '· Rex stays silent: 3 bot messages since a person spoke, at most 2',
      'Ann   Enough, Kit. Rex, how do we mend these two tests?',
      '· Iris stays silent: addressed to others, no model asked',
      '· Rex is called by name, writes, waits _ s',
      'Rex   My turn: I would explain how to mend these two tests, because Ann',
      'asked.',
      'Rex   My turn: I would say yes or no about bugs and why, since Ben wants',
      'to know.',
    ])
  })

  test('--verbose tells every gate of the same talk', async () => {
    const [plain, verbose] = await Promise.all([chime(['demo']), chime(['demo', '--verbose'])])
    expect(speakersOf(verbose.out)).toEqual(speakersOf(plain.out))
    const gates = new Set(verbose.out.match(/(?<=^\d:\d\d {4}\w+ +)\w+/gm))
    const told = 'addressee backoff budget buffer compose cooldown decide delay dispatch loop rejudge send vitality'
    expect([...gates].toSorted()).toEqual(told.split(' '))
    expect(verbose.out).toMatch(/^1:12 {2}Ben .*\n(?:.*\n)*?\d:\d\d {4}Iris {2}addressee skip: /m)
  })

  test('a mention goes past the cooldown (B2)', async () => {
    const { out } = await chime(['demo', '--verbose'])
    const [, since] =
      /^3:1\d {4}Rex +dispatch start: the bot was mentioned .*\s+since\s+last end ([\d.]+) s/m.exec(out) ?? []
    expect(Number(since)).toBeGreaterThanOrEqual(3)
    expect(Number(since)).toBeLessThan(15)
  })

  test.concurrent.each([
    ['en', 8],
    ['en', 26],
    ['zh', 1],
    ['zh', 12],
  ])('every scene comes off in %s with seed %i', async (lang, seed) => {
    const { code, out } = await chime(['demo', '--lang', lang, '--seed', String(seed)])
    const people = lang === 'en' ? 'Ann Ben Cleo Iris Rex Kit' : '小安 小本 小可 小研 小审 小构'
    const names = new Map(people.split(' ').map((name, i) => [['A', 'B', 'C', 'I', 'R', 'K'][i], name]))
    const scenes = 'ABC AI BR BR AC BC ABCABCIBR B AR KRKRK AR R'
    const speakers = scenes
      .replaceAll(' ', '')
      .split('')
      .map((letter) => names.get(letter))
    expect({ code, speakers: speakersOf(out) }).toEqual({ code: 0, speakers })
    const faster = lang === 'en' ? /drops the draft: (\w+)/g : /放弃草稿：(..)/g
    expect([...out.matchAll(faster)].map(([, who]) => who)).toEqual([names.get('C')])
    const left = lang === 'en' ? /leaves it to (\w+)/g : /让给(..)/g
    expect([...out.matchAll(left)].map(([, who]) => who)).toEqual(['I', 'I', 'R'].map((letter) => names.get(letter)))
    const limits = lang === 'en' ? /out of budget|bot messages since/g : /小审预算用完：5|人说话之后/g
    expect(out.match(limits)).toHaveLength(2)
  })

  test('no line is wider than 80 columns, and no bot says the same twice', async () => {
    const outs = await Promise.all(['en', 'zh'].map((lang) => chime(['demo', '--lang', lang])))
    for (const { out } of outs) {
      const wide = out.split('\n').filter((line) => line.replaceAll(/[⺀-鿿＀-｠]|✨|👀/gu, '..').length > 80)
      expect(wide).toEqual([])
      const lines = out.match(/(?<=^\d:\d\d {2})(?:Iris|Rex|小研|小审) .*/gm) ?? []
      expect(lines).toHaveLength(10)
      expect(new Set(lines).size).toBe(lines.length)
    }
  })

  test('it says once, before the talk, that no language model speaks', async () => {
    const outs = await Promise.all(['en', 'zh'].map((lang) => chime(['demo', '--lang', lang])))
    expect(outs.map(({ out }) => out.match(/Rehearsal model: no language model|排练模型：不是语言模型/g))).toEqual([
      ['Rehearsal model: no language model'],
      ['排练模型：不是语言模型'],
    ])
    expect(outs.filter(({ out }) => /\(rehearsal\)|（排练）/.test(out))).toEqual([])
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
    expect(other.out.replace('seed 6', 'seed 5')).not.toBe(first.out)
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

  test('docs/demo.md shows it as it is', async () => {
    const { out } = await chime(['demo'])
    const page = readFileSync(new URL('../../docs/demo.md', import.meta.url), 'utf8')
    const [, excerpt = ''] = /From `npx chime demo`[^\n]*\n\n```\n([^`]*)```/.exec(page) ?? []
    const scenes = excerpt.trim().split('\n\n')
    expect(scenes.length).toBeGreaterThan(2)
    expect(scenes.filter((scene) => !out.includes(`\n${scene}\n`))).toEqual([])
  })
})
