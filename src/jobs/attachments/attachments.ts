// Pictures, files and recordings for a reply: gathered within its time and its tokens, and written down for its prompt.
import { LRUCache } from 'lru-cache'
import { kindsNamedIn } from '../../language/attachments.ts'
import { estimatePromptTokens, estimateTokens, pictureTokens } from '../../language/tokens.ts'
import { type Carried, type Media, secondsOf, transcriptTokens } from '../../media/media.ts'
import { isUnread, type Unread } from '../../media/unread.ts'
import type { ChatModel, SentPicture } from '../../llm/model.ts'
import { bytesOfUnit, pictureBytes } from '../../llm/request-bytes.ts'
import { attachmentBlock, type AttachmentsShown, clippedFile, type LabelOf } from '../../prompt/attachment-block.ts'
import { clipTokens, clipUnits } from '../../prompt/clip.ts'
import type { PromptStyle, Talk } from '../../prompt/talk-parts.ts'
import { type AttachmentLimits, notesBytes, notesTokens, safety, type Senses, sensesOf } from './senses.ts'
import { type Attachment, chooseAttachments, type ChosenAttachments, isNothing } from './chosen.ts'

interface Wanted {
  talk: Talk
  chosen: ChosenAttachments
  /** Tokens that may be had beside the talk, as the estimate counts, and bytes. */
  room: number
  bytes: number
  style: PromptStyle
  senses: Senses
  limits: AttachmentLimits
}

interface Asking {
  bot: string
  group: string
  signal: AbortSignal
  mayCost?: ((tokens: number) => void) | undefined
}

/** What stands beside the talk in a prompt. */
export interface Attached {
  /** As the estimate counts. */
  tokens: number
  pictures: readonly SentPicture[]
  /** `blind`: for a model that is shown none of the pictures. */
  words: (labelOf: LabelOf) => { text: string; blind?: string }
  /** What transcripts cost. */
  spent: number
  /** The prompt tells that it cannot see. */
  tellsUnseen: boolean
}

export type Attachments = ReturnType<typeof makeAttachments>

const mostFiles = 2
const mostRecordings = 2
const leastOfFile = 60
const mostOfTranscript = 400
const leastOfPicture = pictureTokens(1, 1)

const cannotSee =
  /\b(?:can(?:no|['’])?t|unable to|not able to) (?:\w+ ){0,2}(?:see|view|look at|open)\b|看不(?:到|见|了)|无法(?:看|查看|打开)|не (?:вижу|могу (?:видеть|посмотреть|открыть))/iu

export function makeAttachments(media: Media) {
  /** Rooms in which a bot told that it cannot see pictures. */
  const told = new LRUCache<string, true>({ max: 2_000 })
  const keyOf = ({ bot, group }: Pick<Asking, 'bot' | 'group'>): string => `${bot} ${group}`

  return {
    /** Undefined: the turn is about none. `targets`: ids of the lines that are answered. */
    choose(talk: Talk, targets: readonly string[], limits: AttachmentLimits): ChosenAttachments | undefined {
      const chosen = chooseAttachments(talk, targets, {
        picture: limits.maxPictures,
        file: limits.maxFileTokens > 0 ? mostFiles : 0,
        recording: mostRecordings,
      })
      return isNothing(chosen) ? undefined : chosen
    },
    /** Never rejects. */
    async gather(wanted: Wanted, asking: Asking): Promise<Attached> {
      const { talk, chosen } = wanted
      const own = [...talk.before, ...talk.batch, ...talk.after].filter((line) => line.own)
      const isTold =
        told.has(keyOf(asking)) ||
        own.some(({ text }) => cannotSee.test(text) && kindsNamedIn(text).includes('picture'))
      const unseen = { pictures: chosen.picture.shown.length + chosen.picture.more, isTold }
      const read = await readAll(media, wanted, asking)
      return written(read, { ...wanted, unseen: unseen.pictures > 0 ? unseen : undefined })
    },
    senses: (model: Pick<ChatModel, 'sees' | 'pictureRate'>): Senses => sensesOf(model, media),
    /** A reply was written by a model that could not see what it was about. */
    unseenIn: (place: Pick<Asking, 'bot' | 'group'>): void => void told.set(keyOf(place), true),
  }
}

interface ReadAll {
  pictures: { of: Attachment; sent: SentPicture }[]
  shown: Omit<AttachmentsShown, 'pictures' | 'unseen'>
  spent: number
}

const unpaid = { unread: 'unpaid' } as const
const noRoom = { unread: 'noRoom' } as const

/** UTF-16 units that surely fit in so many bytes, whatever escaping makes of them. */
const unitsIn = (bytes: number): number => Math.max(0, Math.floor(bytes / bytesOfUnit))

const ofLine = ({ message: { id, name }, quote }: Attachment) =>
  quote ? { message: id, writer: quote.name ?? 'somebody', isQuoted: true } : { message: id, writer: name }

/** What was said first, then pictures, then files; each takes of the room what the ones before it left. */
async function readAll(media: Media, wanted: Wanted, asking: Asking): Promise<ReadAll> {
  const { chosen } = wanted
  const { signal, mayCost } = asking
  let left = wanted.room - notesTokens
  let bytes = wanted.bytes - notesBytes
  let spent = 0
  const unread: AttachmentsShown['unread'][number][] = []
  const refuse = (what: 'picture' | 'file' | 'recording', of: Attachment, { unread: why }: Unread): void => {
    const { name } = of.part
    unread.push({ ...ofLine(of), what, ...(name !== undefined && { name }), why })
  }
  const at = ({ message, quote, index, part }: Attachment): Carried => ({
    group: asking.group,
    bot: asking.bot,
    // A channel may need the id of the message that has the file.
    message: quote?.id ?? message.id,
    index,
    part,
  })

  const spoken: AttachmentsShown['spoken'][number][] = []
  for (const each of media.recording ? chosen.recording.shown : []) {
    let held: number | undefined
    const hold = (tokens: number): void => {
      // What its reply does not wait for any more is on nobody's bill.
      signal.throwIfAborted()
      if (tokens > left * safety) throw new Error('a transcript does not fit in what is held for the reply')
      mayCost?.(spent + tokens)
      held = tokens
    }
    const isLong = transcriptTokens(secondsOf(each.part)) > left * safety
    // oxlint-disable-next-line no-await-in-loop -- what one costs the next one cannot have
    const read = isLong ? unpaid : await media.recording?.(at(each), signal, hold)
    if (!read) break
    const cost = held === undefined ? 0 : isUnread(read) ? held : read.tokens
    spent += cost
    left -= Math.ceil(cost / safety)
    if (isUnread(read)) refuse('recording', each, read)
    else {
      const begun = clipUnits(read.text, unitsIn(bytes))
      const text = clipTokens(begun, Math.max(0, Math.min(mostOfTranscript, left)), estimateTokens)
      left -= estimateTokens(text)
      bytes -= text.length * bytesOfUnit
      if (text === '' && read.text !== '') refuse('recording', each, begun === '' ? noRoom : unpaid)
      else spoken.push({ ...ofLine(each), text })
    }
  }

  const pictures: ReadAll['pictures'] = []
  const seen = wanted.senses.sees ? chosen.picture.shown : []
  const affordable = Math.max(0, Math.floor((left * safety) / (leastOfPicture * wanted.senses.rate)))
  const fetched = await Promise.all(
    seen.map((each, n) => (n < affordable ? media.picture(at(each), signal) : Promise.resolve(unpaid))),
  )
  for (const [n, each] of seen.entries()) {
    const read = fetched[n] ?? unpaid
    if (isUnread(read)) {
      refuse('picture', each, read)
      continue
    }
    const tokens = Math.ceil(pictureTokens(read.width, read.height) * wanted.senses.rate)
    if (tokens > left * safety) {
      refuse('picture', each, unpaid)
      continue
    }
    const url = `data:${read.mime};base64,${Buffer.from(read.bytes).toString('base64')}`
    if (pictureBytes({ url }) > bytes) {
      refuse('picture', each, noRoom)
      continue
    }
    left -= Math.ceil(tokens / safety)
    bytes -= pictureBytes({ url })
    pictures.push({ of: each, sent: { url, tokens } })
  }

  const files: AttachmentsShown['files'][number][] = []
  const allowance = Math.min(wanted.limits.maxFileTokens, left)
  const texts = await Promise.all(
    chosen.file.shown.map((each) => (allowance < leastOfFile ? Promise.resolve(unpaid) : media.file(at(each), signal))),
  )
  let ofFiles = allowance
  for (const [n, each] of chosen.file.shown.entries()) {
    const read = texts[n] ?? unpaid
    if (isUnread(read)) {
      refuse('file', each, read)
      continue
    }
    const last = n === chosen.file.shown.length - 1
    const text = clipUnits(read.text, unitsIn(last ? bytes : bytes / mostFiles))
    if (text === '') {
      refuse('file', each, noRoom)
      continue
    }
    const begun = { text, isCut: read.isCut || text !== read.text }
    const clipped = clippedFile(begun, last ? ofFiles : Math.floor(allowance / mostFiles), estimateTokens)
    ofFiles -= estimatePromptTokens(clipped.text) + clipped.text.split('\n').length
    bytes -= clipped.text.length * bytesOfUnit
    files.push({ ...ofLine(each), name: each.part.name ?? 'file', ...clipped })
  }

  const unheard = !wanted.senses.hears && chosen.recording.shown.length > 0
  const more = {
    picture: wanted.senses.sees ? chosen.picture.more : 0,
    file: chosen.file.more,
    recording: chosen.recording.more,
  }
  return { pictures, shown: { files, spoken, unread, more, ...(unheard && { unheard }) }, spent }
}

const anyLabel = '999'

function written(
  { pictures, shown, spent }: ReadAll,
  { style, senses: { sees }, unseen }: Pick<Wanted, 'style' | 'senses'> & { unseen: AttachmentsShown['unseen'] },
): Attached {
  const seen: AttachmentsShown = {
    ...shown,
    pictures: pictures.map(({ of }) => ofLine(of)),
    ...(!sees && unseen && { unseen }),
  }
  const withoutPictures = { ...shown.more, picture: 0 }
  const blind: AttachmentsShown = {
    ...shown,
    pictures: [],
    unread: shown.unread.filter(({ what }) => what !== 'picture'),
    more: withoutPictures,
    ...(unseen && { unseen }),
  }
  const inWords = (given: AttachmentsShown, labelOf: LabelOf): string => attachmentBlock(given, style, labelOf)
  const text = inWords(seen, () => anyLabel)
  const sent = pictures.map((each) => each.sent)
  return {
    tokens: estimatePromptTokens(text) + 1 + Math.ceil(sent.reduce((sum, { tokens }) => sum + tokens, 0) / safety),
    pictures: sent,
    words: (labelOf) => ({
      text: inWords(seen, labelOf),
      ...(sent.length > 0 && { blind: inWords(blind, labelOf) }),
    }),
    spent,
    tellsUnseen: !sees && unseen !== undefined,
  }
}
