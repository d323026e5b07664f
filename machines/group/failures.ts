// What a failed call or a failed delivery is recorded as: its cause, with words of others as such.
import type { Failure, FailureKind } from './children.ts'
import { type Cause, causeIn, type WhyKey } from './verdicts/why.ts'

/** Without a cause, as a store of an older version has it, the kind tells it, and the message is somebody else's words. */
export function causeOf(failure: Failure): Cause {
  return causeIn(failure) ?? unknown(failure, keys[failure.kind] ?? 'failed')
}

/** The same of a channel. */
export function causeOfChannel(failure: Failure): Cause {
  return causeIn(failure) ?? unknown(failure, channelKeys[failure.kind] ?? 'channelUnavailable')
}

const keys: Partial<Record<FailureKind, WhyKey>> = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  rateLimited: 'rateLimited',
  refused: 'modelRefused',
  unparsable: 'unparsable',
  ceiling: 'booksUnreadable',
  interrupted: 'interrupted',
  unavailable: 'unavailable',
  permanent: 'needsAttention',
}

const channelKeys: Partial<Record<FailureKind, WhyKey>> = {
  rateLimited: 'channelRateLimited',
  permanent: 'channelRefused',
}

const unknown = ({ message, numbers }: Failure, why: WhyKey): Cause => ({
  why,
  ...(numbers && { numbers }),
  ...(message !== '' && { reason: message }),
})
