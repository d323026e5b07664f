// What workers share beside the rooms: an operator's pause, and what becomes of messages that were said.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { TalkLine } from '../../src/feed/contract.ts'
import type { ServedShown } from '../../src/feed/served-shown.ts'
import { addressOf } from '../../src/store/postgres/address.ts'
import { openConnections } from '../../src/store/postgres/connection.ts'
import { mustSay, postJson } from '../world/posting.ts'
import { linesWorld } from './lines-world.ts'

const isLeftOut = process.env['CHIME_SKIP_RESTATE'] === '1' || process.env['CHIME_SKIP_POSTGRES'] === '1'

const hour = 3_600_000

interface Health {
  memory: object
  clock: { aheadMs: number; clusterOffMs: number }
}

interface RoomLine {
  sender: string
  text: string
  replyTo?: string
}

/** What people have said. */
async function talkAt(page: string, actor: string): Promise<string[]> {
  const response = await fetch(`${page}/api/talk?actor=${encodeURIComponent(actor)}`)
  const lines = response.ok ? ((await response.json()) as TalkLine[]) : []
  return lines.filter(({ bot }) => !bot).map(({ text }) => text)
}

describe.skipIf(isLeftOut)('workers', () => {
  test('keep a bot silent that was paused at another one, also after a start with nothing kept', async () => {
    const { cluster, pages, until, dataOf, tapeOf } = await linesWorld()
    const { workers } = cluster
    const told = await postJson(`${pages[0]}/api/control`, { do: 'pause', bot: 'iris' })
    expect(told.status).toBe(200)
    await workers.kill(0)
    await workers.kill(1)
    rmSync(dataOf(1), { recursive: true })
    await workers.start(1)
    await until(() => mustSay(pages[1]!, 'lobby', { id: 'm1', name: 'Ann', text: 'Iris, are you there?' }))
    await until(async () => expect(JSON.stringify(await tapeOf(1, 'iris web:lobby'))).toContain('operatorSilenced'))

    await workers.start(0)
    expect((await postJson(`${pages[1]}/api/control`, { do: 'resume', bot: 'iris' })).status).toBe(200)
    await until(() => mustSay(pages[0]!, 'lobby', { id: 'm2', name: 'Ann', text: 'Iris, and now?' }))
    // The reply stands in the room of each worker once, whoever posted it.
    const linesAt = async (n: number): Promise<RoomLine[]> => {
      const { messages } = (await (await fetch(`${pages[n]}/api/rooms/lobby/messages`)).json()) as {
        messages: RoomLine[]
      }
      return messages
    }
    const shown = [0, 1].map((n) =>
      until(async () => {
        const replies = (await linesAt(n)).filter(({ sender }) => sender === 'iris')
        expect(replies.map(({ replyTo }) => replyTo)).toEqual(['m2'])
      }),
    )
    await Promise.all(shown)
  }, 120_000)

  test('all know what a message says since its writer has changed it, and whom an operator has shut out at one of them', async () => {
    const { pages, until, telegram, chat } = await linesWorld()
    telegram.say('ann', 'lab', 'Iris, is the test green?')
    await until(() => expect(telegram.posted('lab').map(({ by }) => by)).toEqual(['ann', 'iris']))
    const actor = `iris telegram:${chat}`
    const all = (text: string) =>
      Promise.all(pages.map((page) => until(async () => expect(await talkAt(page, actor)).toEqual([text]))))
    await all('Iris, is the test green?')
    telegram.edit('lab', telegram.posted('lab')[0]!.id, 'Iris, is the test red?')
    await all('Iris, is the test red?')

    const listedAt = async (n: number): Promise<string[]> => {
      const response = await fetch(`${pages[n]}/api/served?actor=${encodeURIComponent(actor)}`)
      return ((await response.json()) as ServedShown).listed.map(({ list, id }) => `${list} ${id}`)
    }
    const order = { actor, where: 'group', id: '4711' }
    const served = async (n: number, what: object): Promise<number> =>
      (await postJson(`${pages[n]}/api/served`, { ...order, ...what })).status
    expect(await served(0, { do: 'add', list: 'denyFrom' })).toBe(200)
    await until(async () => expect(await listedAt(1)).toEqual(['denyFrom 4711']))
    expect(await served(1, { do: 'remove' })).toBe(200)
    await until(async () => expect(await listedAt(0)).toEqual([]))
  }, 120_000)

  test('all know of a change that was made while the memory was away', async () => {
    const { cluster, pages, until, telegram, chat } = await linesWorld()
    telegram.say('ann', 'lab', 'Iris, is the test green?')
    await until(() => expect(telegram.posted('lab').map(({ by }) => by)).toEqual(['ann', 'iris']))
    await cluster.database.kill()
    telegram.edit('lab', telegram.posted('lab')[0]!.id, 'Iris, is the test red?')
    // A line is given up while nobody can tell whose it is: what its chat has is fetched later.
    await wait(3_000)
    await cluster.database.start()
    const actor = `iris telegram:${chat}`
    for (const page of pages)
      // oxlint-disable-next-line no-await-in-loop -- two workers
      await until(async () => expect(await talkAt(page, actor)).toEqual(['Iris, is the test red?']))
    expect(telegram.posted('lab').map(({ by }) => by)).toEqual(['ann', 'iris'])
  }, 120_000)

  test('keep no words of whoever is shut out, nor what these say later', async () => {
    const { cluster, pages, until, telegram, chat } = await linesWorld()
    const { query, end } = openConnections({
      address: addressOf(cluster.database.url),
      most: 1,
      name: 'looking',
      timeoutMs: 20_000,
    })
    onTestFinished(end)
    const actor = `iris telegram:${chat}`
    const kept = async (): Promise<string> =>
      JSON.stringify(await Promise.all([query('SELECT * FROM turn'), query('SELECT * FROM message')]))
    telegram.say('ann', 'lab', 'Iris, is the test green?')
    await until(() => expect(telegram.posted('lab').map(({ by }) => by)).toEqual(['ann', 'iris']))
    const id = String(telegram.userId('bo'))
    const order = { do: 'add', actor, where: 'group', list: 'denyFrom', id }
    expect((await postJson(`${pages[0]}/api/served`, order)).status).toBe(200)
    const shownAt = async (n: number): Promise<ServedShown> =>
      (await (await fetch(`${pages[n]}/api/served?actor=${encodeURIComponent(actor)}`)).json()) as ServedShown
    for (const n of pages.keys())
      // oxlint-disable-next-line no-await-in-loop -- two workers
      await until(async () => expect((await shownAt(n)).listed).toHaveLength(1))

    const said = telegram.say('bo', 'lab', 'Iris, the password is swordfish')
    // Who is shut out is known at each worker, whichever took it.
    for (const n of pages.keys())
      // oxlint-disable-next-line no-await-in-loop -- two workers
      await until(async () => expect((await shownAt(n)).people.map((each) => each.name)).toContain('Bo'))
    telegram.edit('lab', said, 'Iris, the password is sturgeon')
    // What was changed later is told later.
    telegram.edit('lab', telegram.posted('lab')[0]!.id, 'Iris, is the test red?')
    await until(async () => expect(await kept()).toContain('red?'))
    expect(await kept()).not.toMatch(/swordfish|sturgeon/)
    const { memory } = (await (await fetch(`${pages[0]}/health`)).json()) as Health
    expect(memory).toEqual({ removed: 0, waitingRows: 0, waitingRooms: 0, refused: 0 })
  }, 120_000)

  test('have one time: one whose own is hours off starts with that of the others, and its rooms wait for nothing', async () => {
    const { cluster, pages, until, dataOf } = await linesWorld()
    const startsWrong = async (byMs: number): Promise<void> => {
      await cluster.workers.kill(1)
      const db = new DatabaseSync(join(dataOf(1), 'chime.sqlite'))
      db.prepare('UPDATE clock SET time = time + ?').run(byMs)
      db.close()
      await cluster.workers.start(1)
      // It is served before the host has started.
      await until(async () => {
        const { clock } = (await (await fetch(`${pages[1]}/health`)).json()) as Health
        expect([Math.abs(clock.aheadMs) < 2_000, clock.clusterOffMs]).toEqual([true, 0])
      })
      const id = `m${byMs}`
      await until(() => mustSay(pages[1]!, 'lobby', { id, name: 'Ann', text: 'Iris, what time is it?' }))
      await until(async () => {
        const { messages } = (await (await fetch(`${pages[0]}/api/rooms/lobby/messages`)).json()) as {
          messages: RoomLine[]
        }
        expect(messages.find(({ replyTo }) => replyTo === id)?.sender).toBe('iris')
      })
    }
    await startsWrong(3 * hour)
    await startsWrong(-3 * hour)
  }, 120_000)
})
