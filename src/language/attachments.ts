// Whether a message is about a picture, a file or a recording: by what it carries, and by its words.
import type { Part, PartKind } from './parts.ts'

export type AttachmentKind = 'picture' | 'file' | 'recording'

/** Why something that a message carries could not be read. */
export type WhyUnread = 'gone' | 'tooLarge' | 'wrongKind' | 'broken' | 'late' | 'empty' | 'unpaid'

const words: Record<AttachmentKind, RegExp> = {
  picture:
    /\b(?:pictures?|pics?|images?|photos?|screenshots?|screen ?grabs?|diagrams?|memes?)\b|图|照片|截屏|相片|картин|изображени|фото|скрин/iu,
  file: /\b(?:files?|documents?|docs?|pdfs?|csv|attachments?|attached|spreadsheets?)\b|文件|文档|附件|表格|файл|документ|вложени/iu,
  recording: /\b(?:voice|recordings?|audio)\b|语音|录音|голосов|запись/iu,
}

/** The kinds that its words speak of. */
export const kindsNamedIn = (text: string): AttachmentKind[] =>
  (Object.keys(words) as AttachmentKind[]).filter((kind) => words[kind].test(text.slice(0, longestRead)))

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
  kindsNamedIn(text).length > 0
