// When a group's vitality changed, and the stretches of time in which anything happened.
import type { GroupSettings, Vitality } from '../../../machines/group/settings.ts'
import { emptyWindow, enterWindow, fallsIn, slideWindow, vitalityOf } from '../../../machines/rules/window.ts'

const minute = 60_000
const silenceMs = 3 * 60 * minute

/** Every change of state, also those that no message set off (V3). `messages` in order of time. */
export function vitalityCourse(messages: readonly { at: number; sender: string }[], limits: GroupSettings['vitality']) {
  const course: { at: number; state: Vitality }[] = []
  let window = emptyWindow
  let now = 0
  const note = (at: number): void => {
    const state = vitalityOf(window, limits)
    now = at
    if (course.at(-1)?.state !== state) course.push({ at, state })
  }
  const fallUntil = (at: number): void => {
    while (window.messages > 0) {
      const falls = now + fallsIn(window, now, limits)
      if (falls >= at) return
      window = slideWindow(window, falls, limits)
      note(falls)
    }
  }
  for (const { at, sender } of messages) {
    fallUntil(at)
    window = enterWindow(window, sender, at, at, limits)
    note(at)
  }
  fallUntil(Infinity)
  return course
}

/** Times as stretches: hours without any part them. */
export function stretchesOf(times: readonly number[]): [from: number, to: number][] {
  const stretches: [number, number][] = []
  for (const at of times.toSorted((a, b) => a - b)) {
    const last = stretches.at(-1)
    if (last && at - last[1] <= silenceMs) last[1] = at
    else stretches.push([at - minute, at])
  }
  return stretches.map(([from, to]) => [from, to + minute])
}
