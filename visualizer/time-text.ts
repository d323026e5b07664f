// Spans, times and counts as the page tells them.

export type Lang = 'en' | 'zh'

const units = {
  en: { ms: ' ms', s: ' s', min: ' min', h: ' h', d: ' d' },
  zh: { ms: ' 毫秒', s: ' 秒', min: ' 分', h: ' 小时', d: ' 天' },
}

/** `340 ms`, `1.2 s`, `41 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`. */
export function spanText(ms: number, lang: Lang): string {
  const unit = units[lang]
  if (ms > 0 && ms < 950) return `${Math.round(ms)}${unit.ms}`
  if (ms < 9_950) return `${Math.round(ms / 100) / 10}${unit.s}`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds}${unit.s}`
  if (seconds < 3_600) return pair(Math.floor(seconds / 60), unit.min, seconds % 60, unit.s)
  const minutes = Math.round(seconds / 60)
  if (minutes < 1_440) return pair(Math.floor(minutes / 60), unit.h, minutes % 60, unit.min)
  const hours = Math.round(minutes / 60)
  return pair(Math.floor(hours / 24), unit.d, hours % 24, unit.h)
}

/** `41 s`, `3:20`, `2:05:00`: steady in width while it counts down. Never below 0. */
export function countdownText(ms: number, lang: Lang): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1_000)
  if (seconds < 60) return `${seconds}${units[lang].s}`
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

/** `812`, `9.8k`, `120k`, `1.2M`. */
export function countText(n: number): string {
  if (n < 1_000) return String(n)
  if (n < 9_950) return `${round1(n / 1_000)}k`
  if (n < 999_500) return `${Math.round(n / 1_000)}k`
  return `${round1(n / 1_000_000)}M`
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
const pair = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit} ${small}${smallUnit}`
