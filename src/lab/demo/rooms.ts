// The rooms of the demo and their settings.
import { type Config, settingsFor } from '../../config/config.ts'
import type { Room } from './script.ts'

/** Small numbers, so that a short talk meets its limits: the budget of five minutes, and spans in ms. */
export const demoLimits = { maxMessages: 3, maxTokens: 10_000, cooldownMs: 15_000, maxBotTurns: 2 }

/** The settings of both rooms; in the release room the better suited bot speaks first (L2). */
export function roomsOf(config: Config): Config['groups'] {
  const settings = settingsFor(config, 'web:lobby')
  const { maxMessages, maxTokens, cooldownMs, maxBotTurns } = demoLimits
  const { limits, dispatch, delay, loop, prompt } = settings
  const lobby = {
    ...settings,
    limits: { ...limits, shortWindow: { ...limits.shortWindow, maxMessages, maxTokens } },
    dispatch: { ...dispatch, cooldownMs },
    // The head of a prompt tells the time: the same on every machine.
    prompt: { ...prompt, timeZone: 'UTC' },
  }
  const release = {
    ...lobby,
    limits: { ...limits, shortWindow: { ...limits.shortWindow, maxTokens } },
    delay: { ...delay, pace: 'colleague' as const },
    loop: { ...loop, maxBotTurns },
  }
  const bots = config.bots.map(({ id }) => id)
  const rooms: Record<Room, Config['groups'][string]> = {
    'web:lobby': { bots, settings: lobby },
    'web:release': { bots, settings: release },
  }
  return rooms
}
