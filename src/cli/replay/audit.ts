// Looks for broken promises in a trace, knowing nothing of the machines that wrote it.
import type { GroupSettings, WindowName } from '../../../machines/group.settings.ts'
import type { Verdict } from '../../../machines/group.types.ts'
import type { TraceLine } from '../virtual/trace.ts'

interface Watched {
  mentioned: Map<string, boolean>
  /** Turn of each message that is in one. */
  turnOf: Map<string, number>
  dropped: Set<string>
  open?: { turn: number; startedAt: number } | undefined
  lastEndAt?: number
  spent: Record<WindowName, { messages: Sliding; tokens: Sliding }>
}

export function makeAudit(settingsOf: (group: string) => GroupSettings) {
  const groups = new Map<string, Watched>()
  const violations: string[] = []
  let minDispatchGapMs: number | null = null
  const worst = { short: none(), medium: none(), long: none() }

  const of = (group: string): Watched => {
    const known = groups.get(group)
    if (known) return known
    const { limits } = settingsOf(group)
    const pair = (ms: number) => ({ messages: makeSliding(ms), tokens: makeSliding(ms) })
    const { shortWindow, mediumWindow, longWindow } = limits
    const spent = {
      short: pair(shortWindow.durationMs),
      medium: pair(mediumWindow.durationMs),
      long: pair(longWindow.durationMs),
    }
    const watched: Watched = { mentioned: new Map(), turnOf: new Map(), dropped: new Set(), spent }
    groups.set(group, watched)
    return watched
  }

  function spend(group: string, at: number, what: 'messages' | 'tokens', amount: number): void {
    const { spent } = of(group)
    const { limits } = settingsOf(group)
    for (const window of ['short', 'medium', 'long'] as const) {
      const sum = spent[window][what].add(at, amount)
      worst[window][what] = Math.max(worst[window][what], sum)
      const limit = limits[`${window}Window`][what === 'messages' ? 'maxMessages' : 'maxTokens']
      if (sum > limit) violations.push(`${group} at ${at}: ${sum} of ${limit} ${what} in the ${window} window`)
    }
  }

  function starts(group: string, { turn, at, messages }: Verdict): void {
    const watched = of(group)
    const settings = settingsOf(group)
    if (watched.open) violations.push(`${group} at ${at}: turn ${turn} starts while turn ${watched.open.turn} is open`)
    const mention = messages.some((id) => watched.mentioned.get(id))
    if (watched.lastEndAt !== undefined) {
      const gap = at - watched.lastEndAt
      const least = mention ? settings.mentionMinIntervalMs : settings.dispatch.cooldownMs
      if (gap < least)
        violations.push(`${group} at ${at}: turn ${turn} starts ${gap} ms after the one before, ${least} are due`)
      if (!mention) minDispatchGapMs = Math.min(minDispatchGapMs ?? Infinity, gap)
    }
    watched.open = { turn: turn ?? 0, startedAt: at }
    takes(group, at, turn ?? 0, messages)
  }

  function takes(group: string, at: number, turn: number, messages: readonly string[]): void {
    const { turnOf, mentioned } = of(group)
    for (const id of messages) {
      const before = turnOf.get(id)
      if (before !== undefined && before !== turn)
        violations.push(`${group} at ${at}: ${id} is in turns ${before} and ${turn}`)
      if (!mentioned.has(id)) violations.push(`${group} at ${at}: turn ${turn} has ${id}, which nobody wrote`)
      turnOf.set(id, turn)
    }
  }

  function verdict(group: string, line: Verdict): void {
    const watched = of(group)
    if (line.tokens) spend(group, line.at, 'tokens', line.tokens)
    if (line.gate !== 'dispatch') return
    if (line.outcome === 'start') starts(group, line)
    if (line.outcome === 'restart') takes(group, line.at, line.turn ?? 0, line.messages)
    if (line.outcome === 'drop') for (const id of line.messages) watched.dropped.add(id)
    if (line.outcome === 'end') {
      if (watched.open?.turn !== line.turn)
        violations.push(`${group} at ${line.at}: turn ${line.turn} ends, but it is not open`)
      watched.open = undefined
      watched.lastEndAt = line.at
    }
  }

  return {
    see(line: TraceLine): void {
      if (line.kind === 'message') of(line.group).mentioned.set(line.id, line.mentioned)
      else if (line.kind === 'verdict') verdict(line.group, line)
      else spend(line.group, line.at, 'messages', 1)
    },
    /** Every message must be in a turn or in a verdict that says why not, unless the play was cut off. */
    close({ isCut = false } = {}) {
      for (const [group, { mentioned, turnOf, dropped, open }] of isCut ? [] : groups) {
        if (open) violations.push(`${group}: turn ${open.turn} never ends`)
        for (const [id, isMention] of mentioned) {
          if (turnOf.has(id) || dropped.has(id)) continue
          violations.push(`${group}: ${isMention ? 'the mention' : 'message'} ${id} is in no turn and no verdict`)
        }
      }
      return { violations, minDispatchGapMs, maxInWindow: worst }
    },
  }
}

type Sliding = ReturnType<typeof makeSliding>

/** A sum over a half-open sliding window: what is one window old no longer counts. */
function makeSliding(durationMs: number) {
  let events: [number, number][] = []
  return {
    add(at: number, amount: number): number {
      events = events.filter(([ts]) => ts > at - durationMs)
      events.push([at, amount])
      return events.reduce((sum, [, value]) => sum + value, 0)
    },
  }
}

const none = () => ({ messages: 0, tokens: 0 })
