// The rooms of the demo and their settings.
import { type Config, settingsFor } from '../../config/config.ts'
import { layerSettings } from '../../config/groups.ts'
import type { GroupSocial } from '../../config/schema.ts'
import type { Scene } from './perform.ts'

/** Small numbers, so that a short talk meets its limits: the budget of five minutes, and spans in ms. */
export const demoLimits = { maxMessages: 3, maxTokens: 10_000, cooldownMs: 15_000, maxBotTurns: 2 }

/** The settings of both rooms; in the release room the better suited bot speaks first (L2). */
export function roomsOf(config: Config): Config['groups'] {
  const { maxMessages, maxTokens, cooldownMs, maxBotTurns } = demoLimits
  // The head of a prompt tells the time: the same on every machine.
  const common = { limits: { shortWindow: { maxTokens } }, dispatch: { cooldownMs }, prompt: { timeZone: 'UTC' } }
  const room = (own: GroupSocial) => ({
    bots: config.bots.map(({ id }) => id),
    settings: layerSettings([settingsFor(config, 'web:lobby'), common, own]),
  })
  const rooms: Record<Scene['room'], Config['groups'][string]> = {
    'web:lobby': room({ limits: { shortWindow: { maxMessages } } }),
    'web:release': room({ delay: { pace: 'colleague' }, loop: { maxBotTurns } }),
  }
  return rooms
}
