// A chat in a folder, as a contributor would write it: a room is a file, a line of it is a message.
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { botId, list, mapping, path } from '../../../src/config/shapes.ts'
import { ChannelError, type Intake } from '../../../src/channels/channel.ts'
import type { ChannelPlugin } from '../../../src/channels/plugin.ts'

export interface SpoolOptions {
  folder: string
  bots?: string[] | undefined
}

interface Line {
  id: string
  who: string
  text: string
  ts: number
  key?: string
  replyTo?: string
}

const pollMs = 5

export const linesOf = (folder: string, room: string): Line[] =>
  readFileSync(join(folder, room), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

/** As a module exports it by default. */
export const spoolChannel: ChannelPlugin<SpoolOptions> = {
  schema: mapping({ bots: list(botId) }).extend({ folder: path }),
  doctor: ({ folder }) => [
    existsSync(folder)
      ? { sign: 'ok', found: `${readdirSync(folder).length} rooms in ${folder}` }
      : { sign: 'bad', found: `there is no folder ${folder}`, next: 'make it' },
  ],
  open({ folder }, { name, bots, now }) {
    const taken = new Map<string, number>()
    let timer: NodeJS.Timeout | undefined
    let going = Promise.resolve()
    const isBot = (who: string) => bots.some(({ id }) => id === who)
    const fileOf = (group: string) => group.slice(name.length + 1)

    async function handIn(intake: Intake): Promise<void> {
      mkdirSync(folder, { recursive: true })
      for (const room of readdirSync(folder)) {
        const from = taken.get(room) ?? 0
        const fresh = linesOf(folder, room).slice(from)
        const people = fresh.filter(({ who }) => !isBot(who))
        const messages = people.map(({ who, key: _, replyTo, ...said }) => ({
          ...said,
          group: `${name}:${room}`,
          sender: { id: `person:${who}`, name: who, bot: false },
          ...(replyTo !== undefined && { replyTo }),
        }))
        // oxlint-disable-next-line no-await-in-loop -- in their order
        if (messages.length > 0) await intake(messages)
        taken.set(room, from + fresh.length)
      }
    }

    return {
      name,
      identify: async (bot) => bot,
      async start(intake) {
        const poll = () => {
          going = handIn(intake)
            .catch(() => {})
            .finally(() => (timer = timer && setTimeout(poll, pollMs)))
        }
        timer = setTimeout(poll, 0)
      },
      async send({ key, group, bot, text, replyTo, expiresAt }, signal) {
        const room = fileOf(group)
        if (signal.aborted) throw new ChannelError('unavailable', 'it was stopped')
        if (!existsSync(join(folder, room))) throw new ChannelError('permanent', `there is no room ${room}`)
        const known = linesOf(folder, room).find((line) => line.key === key)
        if (!known && now() >= expiresAt) throw new ChannelError('permanent', 'the reply expired')
        const line = known ?? {
          id: `${bot}-${key}`,
          who: bot,
          text,
          ts: now(),
          key,
          ...(replyTo !== '' && { replyTo }),
        }
        if (!known) appendFileSync(join(folder, room), `${JSON.stringify(line)}\n`)
        return { id: line.id, echo: [{ id: line.id, text: line.text, bots: bots.map(({ id }) => id) }] }
      },
      async stop() {
        clearTimeout(timer)
        timer = undefined
        await going
      },
    }
  },
}

export default spoolChannel
