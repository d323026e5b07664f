// Connections in simulated time, over a channel that answers as the test says.
import { SimulatedClock } from 'xstate'
import { expect } from 'vitest'
import type { ConnectionSettings } from '../../machines/connection.ts'
import type { BotConfig } from '../../src/config/bots.ts'
import type { ConnectionRow } from '../../src/feed/contract.ts'
import { makeConnections } from '../../src/channels/connections.ts'
import { scriptedChannel, settled } from './scripted-channel.ts'

export const settings: ConnectionSettings = {
  firstPauseMs: 1_000,
  longestPauseMs: 4_000,
  steadyMs: 60_000,
  timeoutMs: 10_000,
}
export const own = { id: 'ou_1', name: 'Iris' }
export const botOf = (id: string) => ({ id, name: id }) as BotConfig

export function life({ clock = new SimulatedClock(), scripted = scriptedChannel() } = {}) {
  const known: string[] = []
  const told: string[] = []
  const connections = makeConnections({
    now: () => clock.now(),
    identified: (channel, bot, { id }) => void known.push(`${bot.id} is ${id} on ${channel.name}`),
    settings,
    clock,
  })
  connections.onChange(({ bot, state, reason }, before) =>
    told.push(`${bot}: ${before ?? 'nothing'} → ${state}${reason === undefined ? '' : ` (${reason})`}`),
  )
  const row = (): ConnectionRow | undefined => connections.rows()[0]
  return {
    ...scripted,
    clock,
    scripted,
    connections,
    known,
    told,
    row,
    asked: connections.open(scripted.channel, botOf('iris')),
    questions: scripted.asked,
    /** Lets the pause pass. */
    tryAgain: () => settled(() => clock.set(row()?.retryAt ?? clock.now())),
  }
}

export type Life = ReturnType<typeof life>

export async function online(here = life()): Promise<Life> {
  await here.tells(own)
  await here.opens()
  here.line().ready()
  expect(here.row()).toEqual({ bot: 'iris', channel: 'feishu', state: 'online', since: here.clock.now(), failures: 0 })
  return here
}
