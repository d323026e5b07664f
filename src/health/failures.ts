// What failed since the start: how often, when last, and why, without secrets.
import type { Log } from '../config/log.ts'
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
  /** A user's module around model calls and tool calls. */
  | 'hooks'
  /** A user's module of tools. */
  | 'tools'
  /** The line to an MCP server. */
  | 'mcp'
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

  const clean = (error: unknown): string => {
    const whole = textOf(error)
    // Before it is cut: a part of a secret is one, too.
    const spellings = secrets.flatMap((secret) => (secret === '' ? [] : spellingsOf(secret)))
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

/** What goes wrong, as the log tells it and /health counts it. */
export function makeReports(log: Log, failures: Pick<Failures, 'note'>) {
  const report =
    (kind: FailureKind, text: string) =>
    (error: unknown): void => {
      failures.note(kind, error)
      log.error({ error: String(error) }, text)
    }
  return {
    halted(key: string, error: Error): void {
      failures.note('groups', error)
      // Bots have no such key: src/room/key.ts.
      if (key.startsWith('#')) {
        log.error({ chart: key, error: error.message }, 'a chart beside those of the bots failed; they go on')
        return
      }
      log.error(
        { group: key, error: error.message },
        `a group is stopped and stays silent; its messages wait: see chime doctor, then chime doctor --reset "${key}"`,
      )
    },
    stuck(room: string, error: Error): void {
      failures.note('groups', error)
      log.error(
        { room, error: error.message },
        `a room takes no turns and stays silent; what reaches it waits: see chime cluster stuck, then chime cluster reset "${room}"`,
      )
    },
    storeFailed: report('store', 'the store refused a write; it is tried again'),
    listenerFailed: report('listeners', 'who listens to the groups failed; the groups go on'),
    requestFailed: report('requests', 'a request failed'),
  }
}
