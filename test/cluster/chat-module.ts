// A chat in a folder, for processes that share it: a room is a file, a line of it is a message. `hang` in the folder: what is
// posted stands, and the post is never answered.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Intake } from '../../src/channels/channel.ts'
import type { ChannelPlugin } from '../../src/channels/plugin.ts'

export interface ChatLine {
  id: string
  who: string
  text: string
  ts: number
  key?: string
  /** The process that posted it. */
  by?: number
}

export const linesOf = (path: string): ChatLine[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ChatLine)

const open: ChannelPlugin<{ folder: string }>['open'] = ({ folder }, { name, bots, now }) => {
  const rooms = join(folder, 'rooms')
  const taken = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let going = Promise.resolve()
  const pathOf = (group: string): string => join(rooms, group.slice(name.length + 1))

  async function handIn(intake: Intake): Promise<void> {
    for (const room of readdirSync(rooms)) {
      const all = linesOf(join(rooms, room))
      const fresh = all.slice(taken.get(room) ?? 0).filter(({ who }) => !bots.some(({ id }) => id === who))
      const messages = fresh.map(({ id, who, text, ts }) => ({
        ...{ id, text, ts, group: `${name}:${room}` },
        sender: { id: `person:${who}`, name: who, bot: false },
      }))
      // oxlint-disable-next-line no-await-in-loop -- in their order
      if (messages.length > 0) await intake(messages)
      taken.set(room, all.length)
    }
  }

  return {
    name,
    identify: async (bot) => bot,
    async start(intake) {
      appendFileSync(join(folder, 'started'), `${process.pid}\n`)
      const poll = () => {
        going = handIn(intake)
          .catch(() => {})
          .finally(() => (timer = timer && setTimeout(poll, 20)))
      }
      timer = setTimeout(poll, 0)
    },
    async send({ key, group, bot, text }) {
      const known = linesOf(pathOf(group)).find((line) => line.key === key)
      const line = known ?? { id: `${bot}-${key}`, who: bot, text, ts: now(), key, by: process.pid }
      if (!known) appendFileSync(pathOf(group), `${JSON.stringify(line)}\n`)
      if (existsSync(join(folder, 'hang'))) await new Promise(() => {})
      return { id: line.id, echo: [{ id: line.id, text: line.text, bots: bots.map(({ id }) => id) }] }
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await going
    },
  }
}

export default open
