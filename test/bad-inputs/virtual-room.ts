// Bots in virtual time that hear each other, with real texts through the ears, prompts and jobs of the service.
import type { Verdict } from '../../machines/group/types.ts'
import type { InboundMessage } from '../../src/channels/channel.ts'
import type { BotConfig } from '../../src/config/bots.ts'
import { demoConfig, rehearsal } from '../config/demo-config.ts'
import { type Overrides, settingsWith } from '../fakes/group-life.ts'
import { lineOf, playedWorld } from '../world/played-world.ts'

export const group = 'web:lobby'
export const startAt = Date.UTC(2026, 0, 5, 9)
/** From one bot's post to the inboxes of the others. */
export const relayMs = 250

export interface VirtualRoomOptions {
  names?: readonly string[]
  settings?: Overrides
  /** What a bot's post reads like when it reaches the others. */
  heardAs?(text: string, bot: string, n: number): string
}

export type VirtualRoom = ReturnType<typeof virtualRoom>

/** Bots that always want to speak. Times are ms since the start. */
export function virtualRoom({ names = ['Iris'], settings = {}, heardAs = (text) => text }: VirtualRoomOptions = {}) {
  const bots = names.map(botNamed)
  const coming: InboundMessage[] = []
  const verdicts: (Verdict & { bot: string })[] = []
  const posts: { at: number; bot: string; id: string; text: string }[] = []
  const { refs, ...groups } = playedWorld({
    config: { ...demoConfig, bots, groupSocial: settingsWith(settings), groups: {} },
    bots,
    roster: bots,
    // Somebody else reads along: nobody is alone with the bots.
    membersIn: () => new Set(['reader one', 'reader two']),
    seed: 7,
    startAt,
    traced(line, bot) {
      if (line.kind === 'verdict') verdicts.push({ ...line, at: line.at - startAt, bot })
    },
    said(message) {
      const { id, ts, sender, text } = message
      posts.push({ at: ts - startAt, bot: sender.id, id, text })
      // Over a channel without reply links: a name alone tells whom a post is for.
      coming.push({ id, group, sender, ts: ts + relayMs, text: heardAs(text, sender.id, posts.length) })
    },
  })
  let ids = 0

  const relayUntil = (until: number): void => {
    for (;;) {
      const next = coming[0]
      const due = groups.nextDue()
      if (next && next.ts <= until && (due === undefined || next.ts < due)) {
        coming.shift()
        groups.hear(next)
      } else if (due !== undefined && due <= until) groups.runUntil(due)
      else return
    }
  }

  return {
    verdicts,
    /** Messages as the bots’ charts got them. */
    refs,
    /** Every bot's posts so far. */
    posts,
    /** A message at `at` after everything before it; returns its id. */
    say(at: number, text: string, over: Partial<InboundMessage> = {}): string {
      relayUntil(startAt + at)
      const id = `m${(ids += 1)}`
      groups.hear({ ...lineOf(id, startAt + at, text), ...over })
      return over.id ?? id
    },
    /** Lets time pass. */
    runUntil: (at: number): void => relayUntil(startAt + at),
    /** How the bot's turn with this message ended; undefined when it had none. */
    endOf(bot: string, id: string): string | undefined {
      const own = verdicts.filter((verdict) => verdict.bot === bot && verdict.gate === 'dispatch')
      const turn = own.find(({ turn: n, messages }) => n !== null && messages.includes(id))?.turn
      return own.find(({ turn: n, outcome }) => n === turn && outcome === 'end')?.why
    },
    gate: (gate: string, outcome?: string) =>
      verdicts.filter((verdict) => verdict.gate === gate && (outcome === undefined || verdict.outcome === outcome)),
  }
}

function botNamed(name: string): BotConfig {
  const limits = { dailyMessages: 300, dailyTokens: 300_000 }
  const field = { role: 'research assistant', expertise: 'papers, statistics, experiments, data' }
  return { id: name.toLowerCase(), name, aliases: [], ...field, operators: [], model: rehearsal, limits }
}
