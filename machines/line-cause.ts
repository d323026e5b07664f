// Why a line to a channel or a peer is down, as a code with figures: what it says in words is the page's.

export const lineCodes = [
  'notReady',
  'connectionBroke',
  'breaksAgain',
  'overflowed',
  'accountTaken',
  'noTls',
  'otherAddress',
  'closedBeforeLogin',
  'noStream',
  'serverRefused',
  'loginRefused',
  'platformUnreachable',
  'platformRefused',
  'peerUnreachable',
  'peerAnswered',
  'peerSilent',
  'lineElsewhere',
  'lineLost',
  'memoryAway',
] as const

export type LineCode = (typeof lineCodes)[number]

/** Absent: the reason is the words of the channel alone. */
export interface LineCause {
  code?: LineCode | undefined
  numbers?: Record<string, number | string> | undefined
}

/** Of whatever bears one; errors of the platform have codes of their own. */
export const lineCauseOf = ({ code, numbers }: LineCause): LineCause =>
  code !== undefined && lineCodes.includes(code) ? { code, ...(numbers && { numbers }) } : {}
