// What failed since the start: how often, when last, and why, without secrets.
import { configuredChannels } from '../channels/plugins.ts'
import type { Config } from '../config/config.ts'
import { spellingsOf } from '../llm/redact.ts'

/** Who or what did not get what was meant for it. */
export type FailureKind =
  /** A post was answered 503, or is kept until the bots can have it. */
  | 'posts'
  /** Messages that a channel handed in were not taken. */
  | 'intake'
  /** A message could not be read for its addressees: it stands in the talk and wakes nobody. */
  | 'messages'
  /** A group is stopped. */
  | 'groups'
  /** The store refused a write. */
  | 'store'
  /** Somebody who listens to committed steps failed. */
  | 'listeners'
  /** A channel, or a module of one. */
  | 'channels'
  /** What peers were not told, and own posts that could not be stored or handed in. */
  | 'bridge'
  | 'requests'

export interface Failed {
  count: number
  /** Of the last one, ms. */
  at: number
  error: string
}

export type Failures = ReturnType<typeof makeFailures>

const longestText = 300
const hidden = '…'

export function makeFailures({ now, secrets }: { now: () => number; secrets: readonly string[] }) {
  const counted = new Map<FailureKind, Failed>()
  const spellings = secrets.flatMap((secret) => (secret === '' ? [] : spellingsOf(secret)))

  const clean = (error: unknown): string => {
    const whole = textOf(error)
    // Before it is cut: a part of a secret is one, too.
    const kept = spellings.reduce((text, secret) => text.replaceAll(secret, hidden), whole)
    return kept.slice(0, longestText).toWellFormed()
  }

  return {
    note(kind: FailureKind, error: unknown, count = 1): void {
      const before = counted.get(kind)?.count ?? 0
      counted.set(kind, { count: before + count, at: now(), error: clean(error) })
    },
    figures: (): Partial<Record<FailureKind, Failed>> => Object.fromEntries(counted),
  }
}

function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error).replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
  } catch {
    return 'something that has no text'
  }
}

/** Everything in the configuration that nobody may read who does not know it. */
export function secretsOf({ bots, channels, bridge }: Pick<Config, 'bots' | 'channels' | 'bridge'>): string[] {
  const all = [
    channels.web.token,
    ...bots.flatMap(({ model }) => [model, ...(model.fallbacks ?? [])].map(({ apiKey }) => apiKey)),
    ...configuredChannels({ channels }).flatMap(({ secrets }) => secrets),
    ...(bridge?.peers ?? []).flatMap(({ keys }) => [...keys.in, ...keys.out]),
  ]
  return [...new Set(all.flatMap((secret) => (secret ? [secret] : [])))]
}
