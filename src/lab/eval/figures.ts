// The figures of one bot, of all bots together, and as they are printed: with their rates.
import type { Bill } from '../virtual/tell-model.ts'
import type { Part } from './cast.ts'
import { type Conduct, conductOf } from './conduct.ts'
import { conversationsOf, detect } from './detection.ts'
import { findEverybody } from './everybody.ts'
import type { LabelledLine, LabelledTalk } from './labels.ts'
import type { Played } from './play.ts'
import { ratio, sum, sumOf } from '../counting.ts'
import { rated } from './score.ts'

/** With the text alone, and, where the file has more, with reply links and mentions. */
interface Both {
  plain: Played
  linked: Played | null
}

export interface Plays {
  part: Part
  /** Played without a real model: each message was read by the bot. */
  read: Both
  /** What the bot did: the same plays, or one with a real model. */
  acted: Both
}

export type Summary = ReturnType<typeof summaryOf>

/** What `--json` prints. */
export function summaryOf(
  plays: readonly Plays[],
  talk: LabelledTalk,
  head: { file: string; decide: string; seed: number },
  rest: { areNamed: boolean; interrupted: boolean; bill: Bill | undefined; leftOut: number; elapsedMs: number },
) {
  const { areNamed, interrupted, bill, leftOut, elapsedMs } = rest
  const talkers = conversationsOf(talk.lines)
  const figures = plays.map((play) => figuresOf(play, { talk, talkers }))
  const pooled = figures.length > 0 ? sumOf(figures) : null
  return {
    ...head,
    /** Every message once. */
    lines: talk.lines.length,
    duplicates: talk.duplicates,
    rejected: talk.rejected.length,
    interrupted,
    /** Plays that were cut off. */
    cut: plays.filter(({ part, acted }) => acted.plain.heard.length < part.lines.length).length,
    model: bill ? { estimatedCalls: bill.estimated.calls, ...bill } : null,
    /** Whom names find; null where bots were named. */
    everybody: areNamed ? null : findEverybody(talk.lines, talkers),
    bots: figures.map((each, i) => ({ bot: plays[i]?.part.title ?? '', ...printable(each) })),
    /** Participants who are addressed, beyond those who are played. */
    leftOut,
    pooled: pooled && printable(pooled),
    baselines: pooled && baselinesOf(pooled),
    elapsedMs,
  }
}

type Figures = ReturnType<typeof figuresOf>

function figuresOf(
  { part, read, acted }: Plays,
  { talk, talkers }: { talk: LabelledTalk; talkers: (line: LabelledLine) => ReadonlySet<string> },
) {
  const scores = (played: Played) => detect(part, played.refs, talkers)
  const conduct = (played: Played) => conductOf(part, played, talk.hasAnswers)
  const others = part.lines.filter(({ sender }) => !part.is(sender))
  const labelled = others.filter(({ counts }) => counts)
  return {
    messages: part.lines.length,
    own: part.lines.length - others.length,
    /** Messages of others that are labelled completely, and those of them that address the bot. */
    labelled: labelled.length,
    addressed: labelled.filter(({ addressee }) => addressee.some(part.is)).length,
    detection: { byName: scores(read.plain), byLink: read.linked && { found: scores(read.linked).found } },
    byName: conduct(acted.plain),
    byLink: acted.linked && conduct(acted.linked),
  }
}

/** The figures with every rate that follows from them; null where nothing was counted. */
function printable({ detection, byName, byLink, ...rest }: Figures) {
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
function baselinesOf({ labelled, addressed }: Pick<Figures, 'labelled' | 'addressed'>) {
  return {
    silent: rated({ hits: 0, wrong: 0, missed: addressed }),
    always: rated({ hits: addressed, wrong: labelled - addressed, missed: 0 }),
  }
}

export type Printable = ReturnType<typeof printable>

function printableConduct({ heard, spoke, cost, wanted }: Conduct) {
  const calls = sum(Object.values(cost.calls))
  return {
    heard,
    spoke: { ...spoke, turns: rated(spoke.turns), messages: rated(spoke.messages) },
    cost: { ...cost, callShare: ratio(calls, cost.others), callsPerReply: ratio(calls, cost.replies) },
    wanted: { ...wanted, judgedShare: ratio(wanted.judged, wanted.answered) },
  }
}
