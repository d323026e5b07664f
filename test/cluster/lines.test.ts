// One line a bot over all workers: it is opened by the worker that has its lock, what needs it is passed on there, and it moves.
import { expect, describe, test } from 'vitest'
import { linesWorld } from './lines-world.ts'

const isLeftOut = process.env['CHIME_SKIP_RESTATE'] === '1' || process.env['CHIME_SKIP_POSTGRES'] === '1'
const longestMoveMs = 10_000

describe.skipIf(isLeftOut)('the lines of bots', () => {
  test('are one worker’s at a time, and move within ten seconds when it is killed in the middle of a post, which stands once', async () => {
    const { cluster, telegram, holder, rowsOf, until, ...world } = await linesWorld()
    const { workers } = cluster
    const repliesIn = () => telegram.posted('lab').filter(({ by }) => by === 'iris')
    const notesOf = () => world.linesIn().filter(({ who }) => who === 'iris')
    const holders = { telegram: await holder('telegram'), notes: await holder('notes') }

    const other = 1 - holders.telegram
    await until(async () => {
      const row = (await rowsOf(other)).find(({ channel }) => channel === 'telegram')
      expect(row).toMatchObject({
        state: 'elsewhere',
        code: 'lineElsewhere',
        reason: 'the line is held by another worker',
      })
    })
    expect(await (await fetch(`${world.pages[other]}/health`)).json()).toMatchObject({
      status: 'ok',
      linesDown: 0,
      elsewhere: 'the line is held by another worker',
    })
    expect(world.startedBy()).toEqual([workers.pid(holders.notes)])

    // Whichever worker has the turn, the one with the line posts.
    for (const [n, text] of ['one', 'two', 'three'].entries()) {
      telegram.say('ann', 'lab', `Iris, is ${text} done?`)
      world.sayInNotes(`Iris, is ${text} done?`)
      await until(() => expect([repliesIn().length, notesOf().length]).toEqual([n + 1, n + 1]))
    }
    expect(new Set(notesOf().map(({ by }) => by))).toEqual(new Set([workers.pid(holders.notes)]))

    // Telegram knows no key of ours: whether the post stands is noted where all workers find it.
    telegram.failSends('silent')
    telegram.say('ann', 'lab', 'Iris, what of five?')
    await until(() => expect(telegram.isHanging()).toBe(true))
    const killed = performance.now()
    await workers.kill(holders.telegram)
    await holder('telegram', holders.telegram)
    expect(performance.now() - killed).toBeLessThan(longestMoveMs)
    telegram.say('ann', 'lab', 'Iris, what of six?')
    await until(() => expect(repliesIn()).toHaveLength(5))
    await workers.start(holders.telegram)

    // A chat that knows the key finds the post by it.
    const first = await holder('notes')
    const before = notesOf().length
    world.hang(true)
    world.sayInNotes('Iris, what of five?')
    await until(() => expect(notesOf()).toHaveLength(before + 1))
    const cut = performance.now()
    await workers.kill(first)
    world.hang(false)
    await holder('notes', first)
    expect(performance.now() - cut).toBeLessThan(longestMoveMs)
    world.sayInNotes('Iris, what of six?')
    await until(() => expect(notesOf()).toHaveLength(before + 2))
    // Nothing was said anew by whoever took over.
    expect([repliesIn().length, notesOf().length]).toEqual([5, before + 2])
  }, 180_000)
})
