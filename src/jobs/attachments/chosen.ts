// Which pictures, files and recordings a turn is about: those of its lines, of what they answer or quote, and what they ask about.
import { type AttachmentKind, attachmentKindOf, kindsNamedIn, pointsBack } from '../../language/attachments.ts'
import { isMedia, type MediaPart, ownText, type QuotePart, saidText } from '../../language/parts.ts'
import { spokenOf } from '../../language/spoken.ts'
import type { PromptMessage, Talk } from '../../prompt/talk.ts'

export interface Attachment {
  /** The line that carries it, or that quotes it. */
  message: PromptMessage
  /** It is carried by what the line quotes, which is no line of the talk. */
  quote?: QuotePart
  /** Of the parts of its line. */
  index: number
  part: MediaPart
}

/** In time order; `more`: of the same turn, and not chosen. */
export interface ChosenOf {
  shown: Attachment[]
  more: number
}

export type ChosenAttachments = Record<AttachmentKind, ChosenOf>

/** Lines of one writer that belong to each other stand so near, ms. */
const nearMs = 2 * 60_000
/** For so long a question goes on with the answer before it, ms; through so many answers. */
const goesOnMs = 3 * 60_000
const mostBack = 4

/** `targets`: ids of the lines that are answered. `most`: of each kind. */
export function chooseAttachments(
  talk: Talk,
  targets: readonly string[],
  most: Record<AttachmentKind, number>,
): ChosenAttachments {
  const lines = linesOf(talk)
  const byId = new Map(lines.map((line) => [line.id, line]))
  const answered = targets.flatMap((id) => byId.get(id) ?? []).toReversed()
  let found = aboutOf(answered, lines, byId)
  let asked = answered
  for (let n = 0; n < mostBack && asked.length > 0 && kinds.every((kind) => found[kind].length === 0); n += 1) {
    asked = asked.flatMap((line) => goneOnWith(line, lines, byId) ?? [])
    const last = Math.max(...asked.map(({ ts }) => ts))
    found = aboutOf(
      asked,
      lines.filter(({ ts }) => ts <= last),
      byId,
    )
  }
  const of = (kind: AttachmentKind): ChosenOf => ({
    shown: found[kind].slice(0, most[kind]).toSorted(byTime),
    more: Math.max(0, found[kind].length - most[kind]),
  })
  return { picture: of('picture'), file: of('file'), recording: of('recording') }
}

const kinds: readonly AttachmentKind[] = ['picture', 'file', 'recording']

/** What lines are about themselves: what they carry, answer, quote, stand beside or speak of. */
function aboutOf(asked: readonly PromptMessage[], lines: readonly PromptMessage[], byId: ById) {
  const around = unique([
    ...asked,
    ...asked.flatMap((line) => linkedTo(line).flatMap((id) => byId.get(id) ?? [])),
    ...asked.flatMap((line) => besideIt(line, lines)),
  ])
  const named = new Set(asked.flatMap((line) => kindsNamedIn(ownText(line.text, line.parts))))
  const of = (kind: AttachmentKind): Attachment[] => {
    const own = attachmentsOf(around, kind, byId)
    return own.length === 0 && named.has(kind) ? newestOf(kind, lines, byId) : own
  }
  return { picture: of('picture'), file: of('file'), recording: of('recording') }
}

/** The line of the same writer whose answer a question goes on with. */
function goneOnWith(line: PromptMessage, lines: readonly PromptMessage[], byId: ById): PromptMessage | undefined {
  const said = saidText(line.text, line.parts)
  // Who calls the bot anew and points at nothing asks something new.
  if (!spokenOf(said).isQuestion() || (line.mentioned && !pointsBack(said))) return undefined
  const answer = lines.findLast(({ own, ts }) => own && ts < line.ts && line.ts - ts <= goesOnMs)
  const asked = byId.get(answer?.replyTo ?? '')
  return asked?.sender === line.sender ? asked : undefined
}

export const isNothing = (chosen: ChosenAttachments): boolean =>
  Object.values(chosen).every(({ shown, more }) => shown.length + more === 0)

const linesOf = ({ before, batch, after, linked = [] }: Talk): PromptMessage[] =>
  unique([...linked, ...before, ...batch, ...after]).toSorted((a, b) => a.ts - b.ts)

const unique = (lines: readonly PromptMessage[]): PromptMessage[] => [
  ...new Map(lines.map((line) => [line.id, line])).values(),
]

const linkedTo = ({ replyTo, parts = [] }: PromptMessage): string[] => [
  ...(replyTo === undefined ? [] : [replyTo]),
  ...parts.flatMap((part) => (part.kind === 'quote' && part.id !== undefined ? [part.id] : [])),
]

/** What its writer sent right before it, or right after it, without another word. */
function besideIt(line: PromptMessage, lines: readonly PromptMessage[]): PromptMessage[] {
  const own = lines.filter(({ sender, ts }) => sender === line.sender && Math.abs(ts - line.ts) <= nearMs)
  const at = own.findIndex(({ id }) => id === line.id)
  const carries = (each: PromptMessage): boolean => each.parts?.some((part) => attachmentKindOf(part)) === true
  return [...whileTrue(own.slice(0, at).toReversed(), carries), ...whileTrue(own.slice(at + 1), carries)]
}

function whileTrue<T>(all: readonly T[], holds: (each: T) => boolean): T[] {
  const end = all.findIndex((each) => !holds(each))
  return all.slice(0, end < 0 ? all.length : end)
}

/** Of the newest line that has some, and of what its writer sent with it; never what somebody put there who is not served. */
function newestOf(kind: AttachmentKind, lines: readonly PromptMessage[], byId: ById): Attachment[] {
  const newest = lines.findLast((line) => !line.refused && attachmentsOf([line], kind, byId).length > 0)
  return newest ? attachmentsOf(unique([newest, ...besideIt(newest, lines)]), kind, byId) : []
}

type ById = ReadonlyMap<string, PromptMessage>

/** What several lines quote counts once. */
function attachmentsOf(lines: readonly PromptMessage[], kind: AttachmentKind, byId: ById): Attachment[] {
  const found = lines.flatMap((message) =>
    (message.parts ?? []).flatMap((part, index): Attachment[] => {
      if (isMedia(part)) return [{ message, index, part }]
      if (part.kind !== 'quote' || (part.id !== undefined && byId.has(part.id))) return []
      return (part.parts ?? []).map((each) => ({ message, quote: part, index, part: each }))
    }),
  )
  const firsts = new Map<unknown, Attachment>()
  for (const each of found.filter(({ part }) => attachmentKindOf(part) === kind)) {
    const key = each.quote?.id === undefined ? each.part : JSON.stringify([each.quote.id, each.part.ref])
    if (!firsts.has(key)) firsts.set(key, each)
  }
  return [...firsts.values()]
}

const byTime = (a: Attachment, b: Attachment): number => a.message.ts - b.message.ts || a.index - b.index
