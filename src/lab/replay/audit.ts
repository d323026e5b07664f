// Looks for broken rules in a trace, knowing nothing of the machines that wrote it.
import type { GroupSettings, Limit, WindowName } from '../../../machines/group/settings.ts'
import type { Verdict } from '../../../machines/group/types.ts'
import { isGivenUp, isTurnEnd, isTurnOpening, isTurnRestart } from '../../../machines/group/verdicts/kinds.ts'
import type { TraceLine } from '../virtual/trace.ts'

interface Watched {
  /** Whether each message asks the bot: by name, as a follow-up, or where nobody else is. */
  asked: Map<string, boolean>
  /** Turn of each message that is in one. */
  turnOf: Map<string, number>
  dropped: Set<string>
  /** `called`: a model was asked, or something said: its end starts a cooldown (D3). */
  open?: { turn: number; startedAt: number; called: boolean } | undefined
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
    const { shortWindow, mediumWindow, longWindow } = settingsOf(group).limits
    const pair = ({ durationMs }: Limit) => ({ messages: makeSliding(durationMs), tokens: makeSliding(durationMs) })
    const spent = { short: pair(shortWindow), medium: pair(mediumWindow), long: pair(longWindow) }
    const watched: Watched = { asked: new Map(), turnOf: new Map(), dropped: new Set(), spent }
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
    const isRequest = messages.some((id) => watched.asked.get(id))
    if (watched.lastEndAt !== undefined) {
      const gap = at - watched.lastEndAt
      const least = isRequest ? settings.mentionMinIntervalMs : settings.dispatch.cooldownMs
      if (gap < least)
        violations.push(`${group} at ${at}: turn ${turn} starts ${gap} ms after the one before, ${least} are due`)
      if (!isRequest) minDispatchGapMs = Math.min(minDispatchGapMs ?? Infinity, gap)
    }
    watched.open = { turn: turn ?? 0, startedAt: at, called: false }
    takes(group, at, turn ?? 0, messages)
  }

  function takes(group: string, at: number, turn: number, messages: readonly string[]): void {
    const { turnOf, asked } = of(group)
    for (const id of messages) {
      const before = turnOf.get(id)
      if (before !== undefined && before !== turn)
        violations.push(`${group} at ${at}: ${id} is in turns ${before} and ${turn}`)
      if (!asked.has(id)) violations.push(`${group} at ${at}: turn ${turn} has ${id}, which nobody wrote`)
      turnOf.set(id, turn)
    }
  }

  function verdict(group: string, line: Verdict): void {
    const watched = of(group)
    if (line.tokens) spend(group, line.at, 'tokens', line.tokens)
    if (watched.open && models.has(line.gate) && line.turn === watched.open.turn) watched.open.called = true
    if (isTurnOpening(line)) starts(group, line)
    if (isTurnRestart(line)) takes(group, line.at, line.turn ?? 0, line.messages)
    if (isGivenUp(line)) for (const id of line.messages) watched.dropped.add(id)
    if (isTurnEnd(line)) {
      if (watched.open?.turn !== line.turn)
        violations.push(`${group} at ${line.at}: turn ${line.turn} ends, but it is not open`)
      if (watched.open?.called) watched.lastEndAt = line.at
      watched.open = undefined
    }
  }

  return {
    see(line: TraceLine): void {
      if (line.kind === 'message') of(line.group).asked.set(line.id, line.mentioned || line.asked === true)
      else if (line.kind === 'verdict') verdict(line.group, line)
      else {
        spend(line.group, line.at, 'messages', 1)
        const { open } = of(line.group)
        if (open) open.called = true
      }
    },
    /** Every message must be in a turn or in a verdict that says why not, unless the play was cut off. */
    close({ isCut = false } = {}) {
      for (const [group, { asked, turnOf, dropped, open }] of isCut ? [] : groups) {
        if (open) violations.push(`${group}: turn ${open.turn} never ends`)
        for (const [id, isRequest] of asked) {
          if (turnOf.has(id) || dropped.has(id)) continue
          violations.push(`${group}: ${isRequest ? 'the request' : 'message'} ${id} is in no turn and no verdict`)
        }
      }
      return { violations, minDispatchGapMs, maxInWindow: worst }
    },
  }
}

/** Gates that a call's outcome is told by. */
const models = new Set(['decide', 'compose', 'rejudge', 'send'])

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
