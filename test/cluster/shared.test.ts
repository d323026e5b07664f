// What workers share beside the rooms: an operator's pause, and what becomes of messages that were said.
import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { TalkLine } from '../../src/feed/contract.ts'
import { mustSay, postJson } from '../world/posting.ts'
import { linesWorld } from './lines-world.ts'

const isLeftOut = process.env['CHIME_SKIP_RESTATE'] === '1' || process.env['CHIME_SKIP_POSTGRES'] === '1'

interface RoomLine {
  sender: string
  text: string
  replyTo?: string
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
    for (const n of [0, 1])
      await until(async () => {
        const replies = (await linesAt(n)).filter(({ sender }) => sender === 'iris')
        expect(replies.map(({ replyTo }) => replyTo)).toEqual(['m2'])
      })
  }, 120_000)

  test('all know what a message says since its writer has changed it', async () => {
    const { pages, until, telegram, chat } = await linesWorld()
    telegram.say('ann', 'lab', 'Iris, is the test green?')
    await until(() => expect(telegram.posted('lab').map(({ by }) => by)).toEqual(['ann', 'iris']))
    const actor = `iris telegram:${chat}`
    const talkAt = async (n: number): Promise<string[]> => {
      const response = await fetch(`${pages[n]}/api/talk?actor=${encodeURIComponent(actor)}`)
      const lines = response.ok ? ((await response.json()) as TalkLine[]) : []
      return lines.filter(({ bot }) => !bot).map(({ text }) => text)
    }
    for (const n of pages.keys()) await until(async () => expect(await talkAt(n)).toEqual(['Iris, is the test green?']))
    telegram.edit('lab', telegram.posted('lab')[0]!.id, 'Iris, is the test red?')
    for (const n of pages.keys()) await until(async () => expect(await talkAt(n)).toEqual(['Iris, is the test red?']))
  }, 120_000)
})
