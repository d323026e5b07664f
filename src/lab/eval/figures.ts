// The figures of one bot, of all bots together, and as they are printed: with their rates.
import type { Part } from './cast.ts'
import { type Conduct, conductOf } from './conduct.ts'
import { type Detection, detect } from './detection.ts'
import type { LabelledLine, LabelledTalk } from './labels.ts'
import type { Played } from './play.ts'
import { type Counts, ratesOf, ratio, type Score, sumOf } from './score.ts'

/** How a part was played: with the text alone, and, where the file has more, with reply links and mentions. */
export interface Plays {
  part: Part
  /** Played without a real model: each message was read by the bot. */
  read: { plain: Played; linked: Played | null }
  /** What the bot did: the same plays, or one with a real model. */
  acted: { plain: Played; linked: Played | null }
}

export type Figures = {
  messages: number
  own: number
  /** Messages of others that are labelled completely, and those of them that address the bot. */
  labelled: number
  addressed: number
  detection: { byName: Detection; byLink: { found: Score } | null }
  byName: Conduct
  byLink: Conduct | null
}

export function figuresOf(
  { part, read, acted }: Plays,
  { talk, talkers }: { talk: LabelledTalk; talkers: (line: LabelledLine) => ReadonlySet<string> },
): Figures {
  const scores = (played: Played): Detection => detect(part, played.refs, talkers)
  const conduct = (played: Played): Conduct => conductOf(part, played, talk.hasAnswers)
  const others = part.lines.filter(({ sender }) => !part.is(sender))
  const labelled = others.filter(({ counts }) => counts)
  return {
    messages: part.lines.length,
    own: part.lines.length - others.length,
    labelled: labelled.length,
    addressed: labelled.filter(({ addressee }) => addressee.some(part.is)).length,
    detection: {
      byName: scores(read.plain),
      byLink: read.linked && { found: scores(read.linked).found },
    },
    byName: conduct(acted.plain),
    byLink: acted.linked && conduct(acted.linked),
  }
}

export const pooled = (all: readonly Figures[]): Figures => sumOf(all as readonly (Figures & Counts)[])

/** The figures with every rate that follows from them; null where nothing was counted. */
export function printable({ detection, byName, byLink, ...rest }: Figures) {
  const { byName: names, byLink: links } = detection
  const { hits, wrong } = names.withinConversation
  return {
    ...rest,
    detection: {
      byName: {
        found: rated(names.found),
        withinConversation: { hits, wrong, precision: ratio(hits, hits + wrong) },
        withChain: rated(names.withChain),
        followUps: rated(names.followUps),
        withFollowUps: rated(names.withFollowUps),
      },
      byLink: links && { found: rated(links.found) },
    },
    byName: printableConduct(byName),
    byLink: byLink && printableConduct(byLink),
  }
}

/** What is worth nothing scores this: a bot that is always silent, and one that answers every message of others. */
export function baselinesOf({ labelled, addressed }: Pick<Figures, 'labelled' | 'addressed'>) {
  const silent: Score = { hits: 0, wrong: 0, missed: addressed }
  const always: Score = { hits: addressed, wrong: labelled - addressed, missed: 0 }
  return { silent: rated(silent), always: rated(always) }
}

export type Printable = ReturnType<typeof printable>

function printableConduct({ heard, spoke, cost, wanted }: Conduct) {
  const calls = Object.values(cost.calls).reduce((sum, count) => sum + count, 0)
  return {
    heard,
    spoke: { ...spoke, turns: rated(spoke.turns), messages: rated(spoke.messages) },
    cost: {
      ...cost,
      callShare: ratio(calls, cost.others),
      callsPerReply: ratio(calls, cost.replies),
    },
    wanted: { ...wanted, judgedShare: ratio(wanted.judged, wanted.answered) },
  }
}

const rated = (score: Score) => ({ ...score, ...ratesOf(score) })
