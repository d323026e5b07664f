// Follows what the bots make of a room: which turns are open, what is unread, and why a turn ended silently.
import { isGivenUp, isRefusal, isReplied, isTurnEnd, isTurnStart } from '../../../machines/group/verdicts/kinds.ts'
import type { BotVerdict } from '../../channels/web/event-stream.ts'

interface Reading {
  open: boolean
  /** Messages of this terminal that are in no ended turn yet. */
  unread: Set<string>
  /** Messages of other bots that are still in the buffer. */
  unheard: Set<string>
  batch: string[]
  /** The last verdict of the turn that refused it something. */
  refusal?: BotVerdict | undefined
}

export function followTurns(bots: readonly string[]) {
  const readings = new Map(
    bots.map((bot): [string, Reading] => [bot, { open: false, unread: new Set(), unheard: new Set(), batch: [] }]),
  )
  const saidByBots = new Set<string>()
  return {
    /** A message of this terminal is on its way: every bot has to read it. */
    posted(id: string): void {
      for (const { unread } of readings.values()) unread.add(id)
    },
    /** A bot spoke: the others hear it. */
    replied(speaker: string, id: string): void {
      saidByBots.add(id)
      for (const [bot, { unheard }] of readings) if (bot !== speaker) unheard.add(id)
    },
    /** The verdict that says why the bot stays silent, when this one ends a turn without a reply or gives a message up. */
    see(verdict: BotVerdict): BotVerdict | undefined {
      const reading = readings.get(verdict.bot)
      if (!reading) return undefined
      const { messages } = verdict
      for (const id of messages) reading.unheard.delete(id)
      if (isRefusal(verdict)) reading.refusal = verdict
      if (isGivenUp(verdict)) {
        for (const id of messages) reading.unread.delete(id)
        return verdict
      }
      if (isTurnEnd(verdict)) {
        for (const id of reading.batch) reading.unread.delete(id)
        reading.open = false
        // That a bot leaves another's words alone goes without saying.
        const isForPeople = reading.batch.some((id) => !saidByBots.has(id))
        return isReplied(verdict) || !isForPeople ? undefined : (reading.refusal ?? verdict)
      }
      if (isTurnStart(verdict)) Object.assign(reading, { open: true, batch: messages, refusal: undefined })
      return undefined
    },
    isQuiet: (): boolean =>
      [...readings.values()].every(({ open, unread, unheard }) => !open && unread.size + unheard.size === 0),
  }
}
