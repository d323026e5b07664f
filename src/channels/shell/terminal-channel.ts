// The talk at the terminal: what is typed is handed in, what is said is shown, once.
import { randomUUID } from 'node:crypto'
import { ChannelError, expired, noIntake, type OutboundReply } from '../channel.ts'
import type { OwnChannel } from '../plugin.ts'
import type { TerminalConfig } from './plugin.ts'

export function openTerminal({ bot, group, person, show, opened }: TerminalConfig, now: () => number): OwnChannel {
  /** Ids of what was shown, by its key. */
  const shown = new Map<string, string>()
  let intake = noIntake
  const say = async (text: string): Promise<string> => {
    const id = randomUUID()
    await intake([
      { id, group, ts: now(), sender: { ...person, bot: false }, text, bots: [bot], oneToOne: true, mentions: [] },
    ])
    return id
  }
  return {
    name: 'terminal',
    isAtHome: true,
    identify: async ({ id, name }) => ({ id, name }),
    async start(to) {
      intake = to
      opened(say)
    },
    async send({ key, text, expiresAt, ...reply }: OutboundReply) {
      // Left by a shell that was killed in another folder.
      if (reply.group !== group) throw new ChannelError('permanent', 'nobody is at that terminal any more')
      const known = shown.get(key)
      if (known === undefined && now() >= expiresAt) throw expired()
      const id = known ?? randomUUID()
      if (known === undefined) {
        shown.set(key, id)
        show(text)
      }
      return { id, echo: [{ id, text }] }
    },
    people: () => [person.id],
    async stop() {
      intake = noIntake
    },
  }
}
