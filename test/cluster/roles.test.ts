// `serve --roles`: a process that takes turns and has lines, and one that shows and orders all rooms.
import { expect, describe, test } from 'vitest'
import type { BoardRow } from '../../src/feed/contract.ts'
import { mustSay, postJson } from '../world/posting.ts'
import { linesWorld } from './lines-world.ts'

const isLeftOut = process.env['CHIME_SKIP_RESTATE'] === '1' || process.env['CHIME_SKIP_POSTGRES'] === '1'
const [worker, page] = [0, 1]

describe.skipIf(isLeftOut)('of two processes', () => {
  test('the worker has the lines and no page, and the page shows and orders what the worker does', async () => {
    const argsOf = (n: number) => ['--roles', n === worker ? 'worker' : 'page']
    const { pages, cluster, until, telegram, rowsOf, startedBy, linesIn, ...world } = await linesWorld({ argsOf })
    const statusOf = async (n: number, path: string): Promise<number> => {
      const response = await fetch(`${pages[n]}${path}`)
      await response.body?.cancel()
      return response.status
    }
    const asked = ['/health', '/api/board', '/visualizer/', '/api/rooms']
    expect(await Promise.all(asked.map((path) => statusOf(worker, path)))).toEqual([200, 404, 404, 404])
    expect(await Promise.all(asked.map((path) => statusOf(page, path)))).toEqual([200, 200, 200, 200])
    await until(async () => {
      const rows = await rowsOf(page)
      expect(rows.map(({ channel, state }) => `${channel} ${state}`).toSorted()).toEqual([
        'notes elsewhere',
        'telegram elsewhere',
        'web online',
      ])
    })

    // What is said on the page is answered by the worker, whose line the other talk is.
    await mustSay(pages[page]!, 'lobby', { id: 'm1', name: 'Ann', text: 'Iris, are you there?' })
    world.sayInNotes('Iris, is this written down?')
    await until(() => expect(linesIn().filter(({ who }) => who === 'iris')).toHaveLength(1))
    expect([startedBy(), linesIn()[1]?.by]).toEqual([[cluster.workers.pid(worker)], cluster.workers.pid(worker)])
    await until(async () => {
      const rows = (await (await fetch(`${pages[page]}/api/board`)).json()) as BoardRow[]
      expect(rows.map(({ key }) => key).toSorted()).toEqual(['iris notes:lab', 'iris web:lobby'])
    })
    await until(async () => {
      const { messages } = (await (await fetch(`${pages[page]}/api/rooms/lobby/messages`)).json()) as {
        messages: { sender: string }[]
      }
      expect(messages.map(({ sender }) => sender)).toEqual(['person:ann', 'iris'])
    })

    expect((await postJson(`${pages[page]}/api/control`, { do: 'mute', actor: 'iris notes:lab' })).status).toBe(200)
    world.sayInNotes('Iris, are you muted?')
    await until(async () =>
      expect(JSON.stringify(await world.tapeOf(page, 'iris notes:lab'))).toContain('operatorSilenced'),
    )
    expect(linesIn().filter(({ who }) => who === 'iris')).toHaveLength(1)
  }, 120_000)
})
