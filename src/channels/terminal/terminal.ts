// The terminal of `chime chat --workspace`: one person's talk with one bot, in this process alone.
import { randomUUID } from 'node:crypto'
import type { OwnFolder } from '../../tools/tool.ts'
import { ChannelError, expired, noIntake, type OutboundReply } from '../channel.ts'
import type { ConfiguredChannel, OwnChannel } from '../plugin.ts'

declare module '../../config/section.ts' {
  interface ChannelSettings {
    /** No file says it: a command does. */
    terminal?: TerminalConfig
  }
}

export interface TerminalConfig {
  /** Id of the bot. */
  bot: string
  /** `terminal:…` */
  group: string
  person: { id: string; name: string }
  /** Where the bot works. */
  folder: OwnFolder
  /** What the bot says. */
  show: (text: string) => void
  /** From then on what is typed is handed in; it resolves with the id of the message. */
  opened: (say: (text: string) => Promise<string>) => void
}

export const terminalChannel = (terminal: TerminalConfig): ConfiguredChannel => ({
  name: 'terminal',
  bots: [terminal.bot],
  secrets: [],
  isForeign: false,
  listsGroups: true,
  open: async ({ clock }) => openTerminal(terminal, clock.now),
  doctor: async () => [],
})

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
