// A store with the talk of some groups, and what a bot remembers of them.
import type { DatabaseSync } from 'node:sqlite'
import type { ComposeInput } from '../../machines/group/children.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { openMemory } from '../../src/memory/memory.ts'
import { actorKey } from '../../src/room/key.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { openTalk } from '../../src/store/talk.ts'
import { inMemory } from '../host/stores.ts'

export const dayMs = 24 * 60 * 60_000
/** Sunday, 22 November 2026, 12:00 UTC. */
export const noon = Date.UTC(2026, 10, 22, 12)

export interface Said {
  id?: string
  at?: number
  by?: string
  replyTo?: string
  /** Who says it is not served. */
  isRefused?: boolean
}

/** Ids differ from room to room: one store may serve several, one after the other. */
let count = 0

/** Bots have the ids that the lines bear: `iris`, `rex`. */
export function room(options: { db?: DatabaseSync; settings?: Partial<typeof defaultSettings.memory> } = {}) {
  const { db = inMemory(), settings = {} } = options
  const [talk, tape] = [openTalk(db), openRunTape(db)]
  let clock = noon
  const memory = openMemory({
    db,
    settingsOf: () => ({
      memory: { ...defaultSettings.memory, ...settings },
      prompt: { style: 'compact', timeZone: 'UTC' },
    }),
    ownIdIn: (_, bot) => bot,
    namesOf: (bot) => [bot],
    now: () => clock,
    tape,
  })
  const say = (
    group: string,
    text: string,
    { by = 'ann', replyTo, at = clock, id, isRefused = false }: Said = {},
  ): string => {
    const name = id ?? `m${(count += 1)}`
    const row = { id: name, ts: at, sender: by, name: by, bot: ['iris', 'rex'].includes(by), text }
    talk.put(group, { ...row, ...(replyTo !== undefined && { replyTo }), ...(isRefused && { refused: true }) })
    clock = Math.max(clock, at) + 1_000
    return name
  }
  const asking = (...asked: string[]) => ({ batch: asked, asked }) as unknown as ComposeInput
  return {
    db,
    talk,
    tape,
    memory,
    say,
    asking,
    /** Texts that stand in the prompt of an answer to these messages. */
    recalled: (bot: string, group: string, ...asked: string[]) =>
      memory
        .of(bot)
        .recall(group, asking(...asked))
        .map(({ text }) => text),
    /** A person's message to the bot that may be an order. */
    tell(bot: string, group: string, text: string, said: Said = {}): string {
      const id = say(group, text, said)
      const ref = { id, ts: clock, kind: 'person', sender: 'ann', mentioned: true, tokens: 1 } as const
      const order = memory.orderIn(bot, ref, text, false)
      if (order) memory.obey({ bot, group }, actorKey({ bot, group, oneToOne: false }), id, order)
      return id
    },
    chatter(group: string, lines: number): void {
      for (let at = 0; at < lines; at += 1)
        say(group, `nothing much going on over here, line ${1_000 + at}`, { by: `p${at % 7}` })
    },
  }
}
