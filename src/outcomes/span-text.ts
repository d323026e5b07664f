// Spans and counts in words, for the page, the terminal and the report alike.

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

/** `812`, `9.8k`, `120k`, `1.2M`. */
export function countText(n: number): string {
  if (n < 1_000) return String(n)
  if (n < 9_950) return `${round1(n / 1_000)}k`
  if (n < 999_500) return `${Math.round(n / 1_000)}k`
  return `${round1(n / 1_000_000)}M`
}

const round1 = (n: number): number => Math.round(n * 10) / 10
const pair = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit} ${small}${smallUnit}`
