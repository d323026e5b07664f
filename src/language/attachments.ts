// Whether a message is about a picture, a file or a recording: by what it carries, and by its words.
import { isMedia, type MediaPart, type Part, type PartKind, partLimits } from './parts.ts'

export type AttachmentKind = 'picture' | 'file' | 'recording'

/** Why something that a message carries could not be read. */
export type WhyUnread = 'gone' | 'tooLarge' | 'wrongKind' | 'broken' | 'late' | 'empty' | 'unpaid' | 'noRoom'

const words: Record<AttachmentKind, string> = {
  picture: String.raw`\b(?:pictures?|pics?|images?|photos?|screenshots?|screen ?grabs?|diagrams?|memes?)\b|图|照片|截屏|相片|картин|изображени|фото|скрин`,
  file: String.raw`\b(?:files?|documents?|docs?|pdfs?|csv|attachments?|attached|spreadsheets?)\b|文件|文档|附件|表格|файл|документ|вложени`,
  recording: String.raw`\b(?:voice|recordings?|audio)\b|语音|录音|голосов|запись`,
}
const naming = Object.entries(words).map(([kind, each]) => [kind as AttachmentKind, new RegExp(each, 'i')] as const)
const namingAny = new RegExp(Object.values(words).join('|'), 'i')

/** The kinds that its words speak of. */
export const kindsNamedIn = (text: string): AttachmentKind[] =>
  naming.flatMap(([kind, named]) => (named.test(text.slice(0, longestRead)) ? [kind] : []))

const longestRead = 2_000

/** A file that says it is a picture counts as one: what it is shows when it is read. */
const looksLikePicture = /^image\/(?:jpe?g|png|webp|gif)$|\.(?:jpe?g|png|webp|gif)$/i

export function attachmentKindOf(part: Part): AttachmentKind | undefined {
  switch (part.kind) {
    case 'image':
      return 'picture'
    case 'voice':
    case 'audio':
      return 'recording'
    case 'file':
      return looksLikePicture.test(part.mime ?? '') || looksLikePicture.test(part.name ?? '') ? 'picture' : 'file'
    default:
      return undefined
  }
}

/** What a quote takes along of what the quoted message carries: what a reply may have to look at. */
export function quotedMedia(parts: readonly Part[]): { parts?: MediaPart[] } {
  const media = parts.filter(isMedia).filter((part) => part.ref !== undefined && attachmentKindOf(part) !== undefined)
  return media.length === 0 ? {} : { parts: media.slice(0, partLimits.quotedParts) }
}

const back =
  /^\s*(?:and|but|also|or|so|then)\b|\b(?:it|its|they|them|their|that|this|these|those|there|(?:the|a) (?:other|next|last|first|second|third|rest))\b|^\s*(?:那|那么|还有|另外|其中|其他)|[它这]|(?<!\p{L})(?:а|и|там|это[тй]?|он[аои]?|н[её]м|ней|них)(?!\p{L})/iu

/** It goes on with something, or points at it. */
export const pointsBack = (text: string): boolean => back.test(text.slice(0, longestRead))

const quotes: ReadonlySet<PartKind> = new Set(['quote'])

/** It carries one, answers what may carry one, or speaks of one: a reply to it may have to look at it. */
export const mayBeAboutAttachments = ({
  text,
  parts = [],
  replyTo,
}: {
  text: string
  parts?: readonly Part[]
  replyTo?: string
}): boolean =>
  replyTo !== undefined ||
  parts.some((part) => quotes.has(part.kind) || attachmentKindOf(part) !== undefined) ||
  namingAny.test(text.slice(0, longestRead))
