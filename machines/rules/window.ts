// The sliding window of a group's activity and the vitality read off it (V1–V5).
import type { GroupSettings, Vitality } from '../group/settings.ts'
import type { ActivityWindow } from '../group/context.ts'

type Limits = GroupSettings['vitality']

export const emptyWindow: ActivityWindow = { ts: [], by: [], speakers: [], messages: 0, unique: 0 }

/** The window after one more message (V2); `ts` is clamped already. */
export function enterWindow(window: ActivityWindow, sender: string, ts: number, at: number, limits: Limits) {
  const slid = slideWindow(window, at, limits)
  const known = slid.speakers.indexOf(sender)
  const speakers = known < 0 ? [...slid.speakers, sender] : slid.speakers
  const speaker = known < 0 ? speakers.length - 1 : known
  let place = slid.ts.length
  while (place > 0 && (slid.ts[place - 1] ?? 0) > ts) place -= 1
  return settled(slid.ts.toSpliced(place, 0, ts), slid.by.toSpliced(place, 0, speaker), speakers, limits)
}

/** The window at a later time: an event counts while `ts ≥ at − windowMs`. */
export function slideWindow(window: ActivityWindow, at: number, limits: Limits): ActivityWindow {
  const oldest = at - limits.windowMs
  let gone = 0
  while (gone < window.ts.length && (window.ts[gone] ?? 0) < oldest) gone += 1
  return gone === 0 ? window : settled(window.ts.slice(gone), window.by.slice(gone), window.speakers, limits)
}

/** V1. */
export function vitalityOf(window: ActivityWindow, limits: Limits): Vitality {
  if (window.messages === 0) return 'DORMANT'
  if (window.messages <= limits.coolingMessages && window.unique <= limits.coolingSpeakers) return 'COOLING'
  return window.messages <= limits.activeMessages ? 'ACTIVE' : 'HEATED'
}

/** Milliseconds from `at` until the vitality would fall if nobody spoke (V3). An empty window never falls. */
export function fallsIn(window: ActivityWindow, at: number, limits: Limits): number {
  const leaves = (index: number): number => Math.max(0, (window.ts[index] ?? 0) + limits.windowMs + 1 - at)
  const state = vitalityOf(window, limits)
  const last = window.ts.length - 1
  if (state === 'HEATED') return leaves(last - limits.activeMessages)
  if (state !== 'ACTIVE') return leaves(last)
  // The longest tail of the window that would be COOLING: the event before it is the last one to go.
  const speakers = new Set<number>()
  let first = last
  for (; first >= 0 && last - first < limits.coolingMessages; first -= 1) {
    speakers.add(window.by[first] ?? -1)
    if (speakers.size > limits.coolingSpeakers) break
  }
  return leaves(first)
}

function settled(ts: number[], by: number[], speakers: string[], limits: Limits): ActivityWindow {
  const over = Math.max(0, ts.length - limits.maxEvents)
  const keptTs = over ? ts.slice(over) : ts
  const keptBy = over ? by.slice(over) : by
  const heard = [...new Set(keptBy)]
  const unique = heard.length
  if (unique === speakers.length) return { ts: keptTs, by: keptBy, speakers, messages: keptTs.length, unique }
  const renumbered = keptBy.map((speaker) => heard.indexOf(speaker))
  const names = heard.map((speaker) => speakers[speaker] ?? '')
  return { ts: keptTs, by: renumbered, speakers: names, messages: keptTs.length, unique }
}
