// What a provider served against what the books say: nothing unbooked, and no more booked than may have been served.
import type { ProviderFigures } from './provider.ts'

interface Books {
  /** Tokens. */
  booked: number
  provider: ProviderFigures
  /** Held when the service was killed, for calls that may or may not have been served. */
  heldAtKills: number
}

export function moneyProblems({ booked, provider, heldAtKills }: Books): string[] {
  const { served, unsure } = provider
  const most = served + unsure + heldAtKills
  return [
    ...(booked < served ? [`${served - booked} of ${served} served tokens are not booked`] : []),
    ...(booked > most ? [`${booked} tokens are booked, at most ${most} may have been served`] : []),
  ]
}

export const moneyText = ({ booked, provider: { served, unsure }, heldAtKills }: Books): string =>
  `${booked} tokens booked, ${served} served, ${unsure + heldAtKills} unsure`
