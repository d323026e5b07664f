// How many bytes a request takes on the wire: what stands in its messages, as JSON, and what a server is told beside them.
import type { ChatMessage } from './model.ts'

/** Bytes beside the messages, at most: names of the model and of settings, the schema of an answer. */
const envelope = 4_000
/** Of a message and of a picture beside what stands in them. */
const frame = { message: 100, picture: 60 }

/** Of a text in JSON, at most: a control character has six for one UTF-16 unit, and no other unit more. */
export const bytesOfUnit = 6

export const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** The address of a picture has no sign that JSON writes in another way. */
export const pictureBytes = ({ url }: { url: string }): number => url.length + frame.picture

/** Never less than a body takes, with its pictures or with the words for a model that sees none. */
export function requestBytes(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content, blind = '', pictures = [] }) => {
    const seen = jsonBytes(content) + pictures.reduce((all, picture) => all + pictureBytes(picture), 0)
    return sum + frame.message + Math.max(seen, jsonBytes(blind))
  }, envelope)
}

/** The same without a look at the texts, where that is enough: they may be as long as JSON can make them. */
export function isSurelyWithin(messages: readonly ChatMessage[], most: number): boolean {
  let bytes = envelope
  for (const { content, blind = '', pictures = [] } of messages) {
    bytes += frame.message + bytesOfUnit * Math.max(content.length, blind.length)
    for (const picture of pictures) bytes += pictureBytes(picture)
  }
  return bytes <= most
}
