// The room API as a person's program uses it, and waiting until the bots have made up their minds.
import { vi } from 'vitest'
import type { BotVerdict } from '../../src/channels/web/event-stream.ts'
import type { RoomMessage } from '../../src/channels/web/rooms.ts'
import { sayIn } from '../world/posting.ts'

interface Posted {
  status: number
  message?: RoomMessage
  detail?: string
}

interface Over {
  id?: string
  name?: string
  replyTo?: string
  quote?: string
  /** Ids of files that were sent before. */
  files?: string[]
}

const polling = { timeout: 12_000, interval: 20 }

export function visitor(url: string, headers: Record<string, string> = {}) {
  const get = async <T>(path: string): Promise<T> => (await fetch(url + path, { headers })).json() as Promise<T>
  const messages = async (room: string) =>
    (await get<{ messages: RoomMessage[] }>(`/api/rooms/${room}/messages`)).messages
  const verdicts = async (room: string) =>
    (await get<{ verdicts: BotVerdict[] }>(`/api/rooms/${room}/verdicts?limit=500`)).verdicts
  const replies = async (room: string) => (await messages(room)).filter(({ bot }) => bot)

  return {
    messages,
    verdicts,
    replies,
    health: async () => (await fetch(`${url}/health`)).json() as Promise<Record<string, unknown>>,

    async post(room: string, text: string, over: Over = {}): Promise<Posted> {
      const response = await sayIn(url, room, { name: 'Ann', text, ...over }, { headers })
      return { status: response.status, ...((await response.json()) as Omit<Posted, 'status'>) }
    },

    /** Posts and returns the id; the service has the message then. */
    async say(room: string, text: string, over: Over = {}): Promise<string> {
      const { status, message, detail } = await this.post(room, text, over)
      if (!message) throw new Error(`the post was answered ${status}: ${detail}`)
      return message.id
    },

    /** The verdicts of the bot's turn with this message in its batch, once the turn has ended. */
    async outcome(room: string, bot: string, id: string): Promise<BotVerdict[]> {
      return vi.waitFor(async () => {
        const own = (await verdicts(room)).filter((verdict) => verdict.bot === bot)
        const turn = own.find(({ gate, turn: n, messages: ids }) => gate === 'dispatch' && n && ids.includes(id))?.turn
        const found = own.filter((verdict) => turn !== undefined && verdict.turn === turn)
        if (!isEnd(found.at(-1))) throw new Error(`no turn of ${bot} with ${id} has ended: ${JSON.stringify(own)}`)
        return found
      }, polling)
    },

    async reply(room: string, to: { id: string; bot: string }): Promise<RoomMessage> {
      return vi.waitFor(async () => {
        const found = (await replies(room)).find(({ sender, replyTo }) => sender === to.bot && replyTo === to.id)
        if (!found) throw new Error(`${to.bot} did not reply to ${to.id}: ${said(await verdicts(room)).join('\n')}`)
        return found
      }, polling)
    },

    async verdict(room: string, wanted: Partial<BotVerdict>): Promise<BotVerdict> {
      const fits = (verdict: BotVerdict) =>
        Object.entries(wanted).every(([key, value]) => verdict[key as keyof BotVerdict] === value)
      return waitFor(`a verdict ${JSON.stringify(wanted)}`, async () => (await verdicts(room)).find(fits))
    },
  }
}

/** Asks again and again until there is something. */
export async function waitFor<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  return vi.waitFor(async () => {
    const found = await look()
    if (found === undefined) throw new Error(`waited in vain for ${what}`)
    return found
  }, polling)
}

/** What a gate said, without its numbers and times. */
export const said = (verdicts: readonly BotVerdict[]) =>
  verdicts.map(({ gate, outcome, why }) => `${gate} ${outcome}: ${why}`)

const isEnd = (verdict: BotVerdict | undefined) => verdict?.gate === 'dispatch' && verdict.outcome === 'end'
