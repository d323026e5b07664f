// What a provider served against what the ledger says: nothing unbooked, and no more booked than may have been served.
import type { ProviderFigures } from './provider.ts'

interface Spending {
  /** Tokens. */
  booked: number
  provider: ProviderFigures
  /** Held when the service was killed, for calls that may or may not have been served. */
  reservedAtKills: number
}

export function moneyProblems({ booked, provider, reservedAtKills }: Spending): string[] {
  const { served, unsure } = provider
  const most = served + unsure + reservedAtKills
  return [
    ...(booked < served ? [`${served - booked} of ${served} served tokens are not booked`] : []),
    ...(booked > most ? [`${booked} tokens are booked, at most ${most} may have been served`] : []),
  ]
}

export const moneyText = ({ booked, provider: { served, unsure }, reservedAtKills }: Spending): string =>
  `${booked} tokens booked, ${served} served, ${unsure + reservedAtKills} unsure`
