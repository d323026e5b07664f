// The terminal of `chime chat --workspace`: one person's talk with one bot, in this process alone.
import type { OwnFolder } from '../../config/workspaces.ts'
import type { ConfiguredChannel } from '../plugin.ts'

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
  open: async ({ clock }) => (await import('./terminal-channel.ts')).openTerminal(terminal, clock.now),
  doctor: async () => [],
})
