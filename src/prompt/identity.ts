// Opens every prompt: who the bot is and where it speaks (P1).
import type { BotConfig } from '../config/bots.ts'
import { escapeName, escapeText } from './escape.ts'
import { type Count, clipTokens } from './clip.ts'

export type BotProfile = Pick<BotConfig, 'id' | 'name' | 'aliases' | 'role' | 'expertise' | 'persona'>

/** What a yes or a no has room for. */
const shortPersonaTokens = 40

/** Two lines; the same for every call, so that providers can cache them (P7). */
export function identity(profile: BotProfile, maxExpertiseTokens: number, count: Count): string {
  const aliases = profile.aliases.slice(0, 3).map(escapeName)
  const also = aliases.length > 0 ? ` (also ${aliases.join(', ')})` : ''
  const role = clipTokens(escapeText(profile.role), 12, count) || 'member'
  const expertise = clipTokens(escapeText(profile.expertise), maxExpertiseTokens, count)
  const first = `You are ${escapeName(profile.name)}${also}, ${role}, in a group chat.`
  return expertise ? `${first}\nExpertise: ${expertise}` : first
}

/** What the persona file says, whole or short (I4). Empty when there is none. */
export function persona(profile: BotProfile, count: Count, length: 'whole' | 'short' = 'whole'): string {
  const whole = escapeText(profile.persona ?? '')
  const text = length === 'whole' ? whole : clipTokens(whole, shortPersonaTokens, count)
  return text ? `Persona: ${text}` : ''
}
