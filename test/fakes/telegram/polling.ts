// getUpdates: answered once there is something or the time is over; of two pollers the earlier one is turned away.
import type { ServerResponse } from 'node:http'
import { ok, refuse } from './answers.ts'
import { type Payload, Refused } from './methods.ts'
import { spoil, type SendTrouble } from './troubles.ts'
import type { Queue } from './updates.ts'

interface Options {
  queueOf(bot: string): Queue
  /** For the next polls, one each. */
  troubles: SendTrouble[]
  webhookOf(bot: string): string | undefined
}

const isOver = (response: ServerResponse): boolean => response.closed || response.writableEnded

const conflict = (reason: string) => new Refused(409, `Conflict: ${reason}`)
const webhookStands =
  "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
const anotherPolls = 'terminated by other getUpdates request; make sure that only one bot instance is running'

export function makePolling({ queueOf, troubles, webhookOf }: Options) {
  const polls = new Map<string, ServerResponse>()
  return (bot: string, { offset, timeout = 0, limit = 100 }: Payload, response: ServerResponse): void => {
    if (webhookOf(bot)) throw conflict(webhookStands)
    const before = polls.get(bot)
    if (before && !isOver(before)) refuse(before, conflict(anotherPolls))
    const queue = queueOf(bot)
    if (typeof offset === 'number') queue.acknowledge(offset)
    const trouble = troubles.shift()
    if (trouble && trouble !== 'none') return spoil(trouble, response, () => undefined)
    const tell = (): void => {
      if (isOver(response)) return
      ok(response, queue.first(Number(limit)))
      queue.dropUnnumbered()
    }
    if (queue.size() > 0 || timeout === 0) return tell()
    polls.set(bot, response)
    queue.onPush(() => setImmediate(tell))
    const late = setTimeout(tell, Number(timeout) * 1_000)
    response.on('close', () => clearTimeout(late))
  }
}
