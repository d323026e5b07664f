// What holds in every life of a group, whoever says what when and whatever model and channel answer.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Limit } from '../../machines/group/settings.ts'
import type { MessageRef, Verdict } from '../../machines/group/types.ts'
import { runScript, type Script, scripts } from '../host/scripts.ts'
import { virtualLife } from '../host/virtual-life.ts'

/** One life: its script and its verdicts, with an hour of silence at the end. */
interface Lived {
  script: Script
  verdicts: Verdict[]
}

const lived = (script: Script): Lived => {
  const trace = runScript(script, virtualLife({ reload: false }))
  return { script, verdicts: trace.flatMap(({ at, verdicts }) => verdicts.map((verdict) => ({ ...verdict, at }))) }
}

const holds = (property: (life: Lived) => void): void =>
  fc.assert(
    fc.property(scripts, (script) => property(lived(script))),
    { numRuns: 200 },
  )

const messagesOf = ({ events }: Script): MessageRef[] =>
  events.flatMap(({ event }) => (event.type === 'message.received' ? [event.message] : []))
const mentionsOf = (script: Script): Set<string> =>
  new Set(messagesOf(script).flatMap(({ id, mentioned }) => (mentioned ? [id] : [])))

const byName = (a: string, b: string): number => a.localeCompare(b)
const isDispatch = ({ gate }: Verdict): boolean => gate === 'dispatch'
const isTurn = ({ turn }: Verdict): boolean => turn !== null

test('turns never overlap, and every turn is closed by a verdict, its last (D1, D4)', () => {
  holds(({ verdicts }) => {
    const edges = verdicts
      .filter((verdict) => isDispatch(verdict) && isTurn(verdict))
      .filter(({ outcome }) => outcome !== 'restart')
      .map(({ turn, outcome }) => `${turn} ${outcome}`)
    const turns = edges.length / 2
    expect(edges).toEqual(Array.from({ length: turns }, (_, i) => [`${i + 1} start`, `${i + 1} end`]).flat())
    const ofTurns = verdicts.filter(isTurn)
    const closing = ofTurns.filter(({ turn }, i) => ofTurns[i + 1]?.turn !== turn)
    expect(closing.map(({ turn, outcome }) => `${turn} ${outcome}`)).toEqual(
      edges.filter((edge) => edge.endsWith('end')),
    )
  })
})

test('every message of others ends in exactly one turn or in one verdict that it was dropped (R9, D6)', () => {
  holds(({ script, verdicts }) => {
    const outcomes = verdicts.filter(isDispatch).flatMap(({ turn, messages }) => messages.map((id) => `${id} ${turn}`))
    const others = messagesOf(script).flatMap(({ id, kind }) => (kind === 'self' ? [] : [id]))
    const ended = [...new Set(outcomes)].map((outcome) => String(outcome.split(' ')[0]))
    expect(ended.toSorted(byName)).toEqual(others.toSorted(byName))
  })
})

test('no mention is lost while anything else waits, nor anything while the queue has room (B2, B3, D6)', () => {
  holds(({ script, verdicts }) => {
    const { maxPending } = script.input.settings.dispatch
    const mentions = mentionsOf(script)
    const drops = verdicts.filter((verdict) => isDispatch(verdict) && verdict.outcome === 'drop')
    const dropped = drops.flatMap(({ messages }) => messages)
    expect(drops.map(({ numbers }) => numbers)).toEqual(drops.map(() => ({ waiting: maxPending + 1, maxPending })))
    expect(drops.length).toBeLessThanOrEqual(Math.max(0, messagesOf(script).length - maxPending))
    // Only a queue of nothing but mentions gives one up.
    const leastMentions = dropped.some((id) => mentions.has(id)) ? maxPending + 1 : 0
    expect(mentions.size).toBeGreaterThanOrEqual(leastMentions)
  })
})

test('turns keep their distance: the cooldown, or after a mention the mention floor (D3, B4)', () => {
  holds(({ script, verdicts }) => {
    if (script.input.oneToOne) return
    let since = Number.NEGATIVE_INFINITY
    for (const verdict of verdicts.filter((each) => isDispatch(each) && isTurn(each))) {
      const { at, outcome, why, numbers } = verdict
      const distance = outcome === 'start' && why === 'batchReady' ? 30_000 : outcome === 'end' ? 0 : 3_000
      expect(at - since).toBeGreaterThanOrEqual(distance)
      // A turn that asked no model starts no cooldown.
      if (outcome === 'end' && numbers?.['cooldownMs'] !== 0) since = at
    }
  })
})

test('no window is ever exceeded, in messages or in tokens, when calls cost at most what was held (U1, U5)', () => {
  holds(({ script, verdicts }) => {
    const { limits } = script.input.settings
    const sends = verdicts.filter(({ gate, outcome }) => gate === 'send' && outcome === 'sent')
    const spent = verdicts.filter(({ tokens }) => tokens !== undefined)
    for (const limit of [limits.shortWindow, limits.mediumWindow, limits.longWindow]) {
      expect(
        most(
          limit,
          sends.map(({ at }) => [at, 1]),
        ),
      ).toBeLessThanOrEqual(limit.maxMessages)
      expect(
        most(
          limit,
          spent.map(({ at, tokens = 0 }) => [at, tokens]),
        ),
      ).toBeLessThanOrEqual(limit.maxTokens)
    }
  })
})

test('a reply without a mention leaves a fifth of the window to mentions (U5)', () => {
  holds(({ script, verdicts }) => {
    const { shortWindow } = script.input.settings.limits
    const mentions = mentionsOf(script)
    const sends = verdicts.filter(({ gate, outcome }) => gate === 'send' && outcome === 'sent')
    for (const { turn, at } of sends) {
      const batch = verdicts
        .filter((verdict) => isDispatch(verdict) && verdict.turn === turn)
        .flatMap(({ messages }) => messages)
      if (script.input.oneToOne || batch.some((id) => mentions.has(id))) continue
      const before = sends.filter((send) => send.at < at && send.at > at - shortWindow.durationMs)
      expect(before.length).toBeLessThan(shortWindow.maxMessages * 0.8)
    }
  })
})

/** The most that any half-open window of this length ever held. */
const most = ({ durationMs }: Limit, spent: [number, number][]): number =>
  Math.max(0, ...spent.map(([end]) => sumWithin(spent, end - durationMs, end)))

const sumWithin = (spent: [number, number][], after: number, until: number): number =>
  spent.reduce((sum, [at, amount]) => (at > after && at <= until ? sum + amount : sum), 0)

test('nothing is posted while an operator keeps the bot silent, but what was under way to the channel already', () => {
  holds(({ script, verdicts }) => {
    const said = verdicts.flatMap(({ at, gate, outcome }) => (gate === 'send' && outcome === 'sent' ? [at] : []))
    const set = { muted: false, paused: false }
    const silences: [from: number, to: number][] = []
    for (const { at, event } of [...script.events, { at: Infinity, event: { type: 'operator.resume' } }]) {
      const before = set.muted || set.paused
      const [, what = ''] = event.type.split('.')
      if (what === 'mute' || what === 'unmute') set.muted = what === 'mute'
      if (what === 'pause' || what === 'resume') set.paused = what === 'pause'
      const now = at < Infinity && (set.muted || set.paused)
      if (now && !before) silences.push([at, Infinity])
      else if (!now && before) silences.push([silences.pop()?.[0] ?? at, at])
    }
    const underWay = script.input.settings.delivery.timeoutMs
    expect(said.filter((at) => silences.some(([from, to]) => at > from + underWay && at < to))).toEqual([])
  })
})
