// The short line form: `5* 19s Ben >4: text` for number, addressed (`~`: perhaps), age, name, the line it replies to (P3).
import { escapeLine } from './escape.ts'
import { recalledHeading } from './line-choice.ts'
import { age, dateIn, daysIn, timeIn } from './local-time.ts'
import { namesIn } from './shown-name.ts'
import { carriedIn, linesById, withQuotes } from './talk-carried.ts'
import {
  type ChosenLine,
  type PromptMessage,
  refusedMark,
  type TalkForm,
  type TalkInput,
  type TalkShown,
} from './talk-parts.ts'

/** What the bot's own lines stand under: nobody else is called that. */
const self = 'you'
/** Stands for a number that is not known yet; no talk has more lines. */
const anyNumber = '999'

export function compactTalk(input: TalkInput): TalkForm {
  const { at, timeZone, count, talk } = input
  const dayAt = daysIn(timeZone)
  const today = dayAt(at)
  const nameOf = namesIn(input, { reserved: self, strangers: true })
  const shownOf = input.nameOf ?? ((message: PromptMessage) => (message.own ? self : nameOf(message)))
  const lineWith = linesById(talk)
  const head = (message: PromptMessage, number: string, answered: string | undefined) => {
    const mark = message.mentioned ? '*' : message.perhaps ? '~' : ''
    const reply = answered === undefined ? '' : ` >${answered}`
    return `${number}${mark} ${age(message.ts, at)} ${shownOf(message)}${refusedMark(message)}${reply}: `
  }
  const recalledHead: TalkForm['recalledHead'] = (line) =>
    `${dateIn(timeZone, line.ts)} ${timeIn(timeZone, line.ts)} ${line.own ? self : nameOf({ name: line.name })}${refusedMark(line)}: `
  return {
    escape: escapeLine,
    frame: (message) => ({
      head: head(message, anyNumber, lineWith(message.replyTo) ? anyNumber : undefined),
      tail: '',
    }),
    recalledHead,
    carried: carriedIn({
      escape: escapeLine,
      nameOf,
      ...(input.nameOf && { writerOf: input.nameOf }),
      timeZone,
      at,
      count,
      lineWith,
      markOf: () => `>${anyNumber}`,
    }),
    dayOf({ ts }) {
      const day = dayAt(ts)
      return day === today ? '' : day
    },
    dayTokens: count(dayLine('Wed 30 Sep')) + 2,
    print({ recalled, before, batch, after, draft, leftOut, leftOutSince }): TalkShown {
      const all = [...before, ...batch, ...after]
      const numbers = new Map(all.map(({ message }, n) => [message.id, String(n + 1)]))
      const textOf = withQuotes(all, (id) => `>${numbers.get(id)}`)
      let day = today
      let carries = false
      const written = (chosen: ChosenLine): string[] => {
        const { message } = chosen
        const text = textOf(chosen)
        carries ||= message.parts !== undefined && text.includes('⟦')
        const answered = message.replyTo === undefined ? undefined : numbers.get(message.replyTo)
        const line = head(message, numbers.get(message.id) ?? '', answered) + text
        const own = dayAt(message.ts)
        const isNew = own !== day
        day = own
        return isNew ? [dayLine(own), line] : [line]
      }
      const lines = { before: before.flatMap(written), batch: batch.flatMap(written), after: after.flatMap(written) }
      return {
        text: [
          ...(carries ? [carriedLegend] : []),
          ...(recalled.length > 0
            ? [recalledHeading, ...recalled.map(({ line, text }) => recalledHead(line) + text)]
            : []),
          // The first lines under the header need none of their own.
          ...(recalled.length > 0 && before.length > 0 ? ['Before:'] : []),
          ...lines.before,
          `New${more(leftOut)}:`,
          ...lines.batch,
          ...(draft === undefined ? [] : [`Your draft: ${draft}`]),
          ...(after.length > 0 || leftOutSince > 0 ? [`Since then${more(leftOutSince)}:`, ...lines.after] : []),
        ].join('\n'),
        lines: new Map(all.map(({ message }, n) => [String(n + 1), message])),
      }
    },
  }
}

/** `Sun 22 Nov 2026 14:30 Europe/Berlin`: stands above the talk. */
export const compactHeader = (timeZone: string, at: number): string =>
  `${dateIn(timeZone, at)} ${timeIn(timeZone, at)} ${timeZone}`

const more = (leftOut: number): string => (leftOut > 0 ? ` (${leftOut} more left out)` : '')

/** Stands there only where such a line does. */
const carriedLegend = '⟦…⟧: what a line quotes or forwards, said elsewhere.'
const dayLine = (day: string): string => `— ${day} —`
