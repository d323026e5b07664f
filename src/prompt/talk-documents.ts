// The line form of the specification: `[msg_id:42] [14:30:05] bob: text [mentioned]` (P3).
import { escapeId, escapeText } from './escape.ts'
import { recalledHeading } from './line-choice.ts'
import { dateIn } from './local-time.ts'
import { namesIn, plainName } from './shown-name.ts'
import { carriedIn, linesById, withQuotes } from './talk-carried.ts'
import { type ChosenLine, type PromptMessage, refusedMark, type TalkForm, type TalkInput } from './talk-parts.ts'

export function documentsTalk(input: TalkInput): TalkForm {
  const { timeZone, count, at, talk } = input
  const shownName = namesIn(input, { strangers: false })
  const nameOf = (message: Pick<PromptMessage, 'name' | 'bot' | 'own'>): string =>
    message.own ? `${plainName(message.name, count)} (you)` : shownName(message)
  const frame = (message: PromptMessage) => ({
    head: `[msg_id:${escapeId(message.id)}] [${clock(message.ts)}] ${nameOf(message)}${refusedMark(message)}: `,
    tail: message.mentioned || message.perhaps ? ' [mentioned]' : '',
  })
  const recalledHead: TalkForm['recalledHead'] = (line) =>
    `[${dateIn(timeZone, line.ts)}] ${nameOf(line)}${refusedMark(line)}: `
  const markOf = (id: string): string => `[msg_id:${escapeId(id)}]`
  return {
    escape: escapeText,
    frame,
    recalledHead,
    carried: carriedIn({
      escape: escapeText,
      nameOf: (message) => shownName(message),
      timeZone,
      at,
      count,
      lineWith: linesById(talk),
      markOf,
    }),
    dayOf: () => '',
    dayTokens: 0,
    print({ recalled, before, batch, after, draft, asked, since, leftOut, leftOutSince }) {
      const all = [...before, ...batch, ...after]
      const textOf = withQuotes(all, markOf)
      const written = (line: ChosenLine): string => {
        const { head, tail } = frame(line.message)
        return head + textOf(line) + tail
      }
      return {
        text: [
          ...(recalled.length > 0
            ? [recalledHeading, ...recalled.map(({ line, text }) => recalledHead(line) + text)]
            : []),
          ...(before.length > 0 ? ['Earlier:', ...before.map(written)] : []),
          `New (${asked}${outOf(leftOut)}):`,
          ...batch.map(written),
          ...(draft === undefined ? [] : [`Your draft: ${draft}`]),
          ...(after.length > 0 || leftOutSince > 0
            ? [`Since then (${since}${outOf(leftOutSince)}):`, ...after.map(written)]
            : []),
        ].join('\n'),
        lines: byLabel(all.map(({ message }) => message)),
      }
    },
  }
}

const outOf = (leftOut: number): string => (leftOut > 0 ? `, ${leftOut} left out` : '')

/** Ids are shortened: one that two lines share names neither. */
function byLabel(shown: readonly PromptMessage[]): Map<string, PromptMessage> {
  const labels = new Map<string, PromptMessage>()
  const twice = new Set<string>()
  for (const message of shown) {
    const label = escapeId(message.id)
    if (labels.has(label)) twice.add(label)
    labels.set(label, message)
  }
  for (const label of twice) labels.delete(label)
  return labels
}

function clock(ts: number): string {
  return Number.isFinite(ts) && Math.abs(ts) < 8.64e15 ? new Date(ts).toISOString().slice(-13, -5) : '00:00:00'
}
