// What kind of party it is.

export interface PartyOf {
  channel: 'virtual' | 'web' | 'xmpp'
  bots: number
  people: number
  minutes: number
  seed: number
  /** How the bots wait before they speak (L1, L2). */
  pace: 'hint' | 'colleague'
  /** The same party side by side. */
  rooms: number
}

/** Of a party with clocks and sockets. */
export interface LivePartyOf extends PartyOf {
  channel: 'web' | 'xmpp'
  processes: number
  /** How often faster than real time. */
  speed: number
}

/** Names of the rooms where people talk, and of the one where bots are left alone. */
export const roomsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => `party-${i + 1}`)
export const porch = 'porch'
