// What is wrong with a time that was written, and how to write one.
import type { WhenProblem } from './when.ts'

const forms = {
  en: 'write "in 20m", "every 2h", "2026-12-01 09:00", or five fields of cron as "0 9 * * 1-5" (minute, hour, day, month, weekday), with a zone behind it where it is not the usual one',
  zh: '可以写 “in 20m”、“every 2h”、“2026-12-01 09:00”，或五段 cron 表达式，如 “0 9 * * 1-5”（分 时 日 月 周）；时区不同则写在最后',
}

const quoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text)

export const whenProblem: Record<'en' | 'zh', (problem: WhenProblem) => string> = {
  en(problem) {
    const given = quoted(problem.given.trim())
    if (problem.what === 'unknownZone') return `there is no time zone ${given}: write one such as Europe/Berlin`
    if (problem.what === 'past') return `${given} is over: give a time to come`
    if (problem.what === 'never') return `${given} never comes: no month has such a day`
    if (problem.what === 'tooOften') return `${given} is too often: every 60 s at the most`
    return `${given} is no time${problem.reason ? ` (${problem.reason})` : ''}: ${forms.en}`
  },
  zh(problem) {
    const given = quoted(problem.given.trim())
    if (problem.what === 'unknownZone') return `没有 ${given} 这个时区：例如 Asia/Shanghai`
    if (problem.what === 'past') return `${given} 已经过去：请写将来的时间`
    if (problem.what === 'never') return `${given} 永远不会到来：没有哪个月有这一天`
    if (problem.what === 'tooOften') return `${given} 太频繁：最多每 60 秒一次`
    return `${given} 不是时间${problem.reason ? `（${problem.reason}）` : ''}：${forms.zh}`
  },
}
