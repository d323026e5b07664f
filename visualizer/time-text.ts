// Times and sizes as the page tells them.
import { type Lang, spanText } from '../src/outcomes/span-text.ts'

export { countText, type Lang, spanText } from '../src/outcomes/span-text.ts'

/** `41 s`, `3:20`, `2:05:00`: steady in width while it counts down. Never below 0. */
export function countdownText(ms: number, lang: Lang): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1_000)
  if (seconds < 60) return spanText(seconds * 1_000, lang)
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `5m`, `3h`, `24h`: how a window is called. */
export function windowText(ms: number): string {
  const minutes = ms / 60_000
  if (minutes >= 60) return `${round1(minutes / 60)}h`
  return minutes >= 1 ? `${round1(minutes)}m` : `${round1(ms / 1_000)}s`
}

/** A service whose time is apart from the reader's clock: after a wall clock was set, or on a machine with another one. */
let apartMs = 0
const agreeMs = 2_000

/** `skew`: how far the service's time is ahead of the reader's clock, ms. */
export const tellBy = (skew: number): void => void (apartMs = Math.abs(skew) < agreeMs ? 0 : skew)

/** By the reader's clock, ms. */
export const readersTime = (at: number): number => at - apartMs

export const clockText = (at: number): string => new Date(readersTime(at)).toLocaleTimeString('en-GB')

/** `120 KB`, `41 MB`, `1.2 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${round1(bytes / 1e9)} GB`
}

/** `23 Oct 2026`, `2026年10月23日`. */
export const dateText = (at: number, lang: Lang): string =>
  new Date(readersTime(at)).toLocaleDateString(lang === 'en' ? 'en-GB' : 'zh-CN', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  })

const round1 = (n: number): number => Math.round(n * 10) / 10
