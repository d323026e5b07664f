// How many bytes a request takes on the wire: what stands in its messages, as JSON, and what a server is told beside them.
import type { ChatMessage, OfferedTool, ToolCall } from './model.ts'
import { wireArguments } from './tool-wire.ts'

/** Bytes beside the messages, at most: names of the model and of settings, the schema of an answer. */
const envelope = 4_000
/** Of a message, a picture, a call and a tool beside what stands in them. */
const frame = { message: 100, picture: 60, call: 250, tool: 150 }

/** Of a text in JSON, at most: a control character has six for one UTF-16 unit, and no other unit more. */
export const bytesOfUnit = 6

export const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** The address of a picture has no sign that JSON writes in another way. */
export const pictureBytes = ({ url }: { url: string }): number => url.length + frame.picture

/** Arguments are JSON in JSON. */
const callBytes = (call: ToolCall): number => frame.call + jsonBytes(wireArguments(call.arguments))
/** Of arguments that are no JSON, at most: what is escaped is escaped again. */
const bytesOfCalledUnit = bytesOfUnit + 1

const toolBytes = (tool: OfferedTool): number => frame.tool + Buffer.byteLength(JSON.stringify(tool))

/** Never less than a body takes, with its pictures or with the words for a model that sees none. */
export function requestBytes(messages: readonly ChatMessage[], tools: readonly OfferedTool[] = []): number {
  return messages.reduce(
    (sum, { content, blind = '', pictures = [], calls = [] }) => {
      const seen = jsonBytes(content) + pictures.reduce((all, picture) => all + pictureBytes(picture), 0)
      const called = calls.reduce((all, call) => all + callBytes(call), 0)
      return sum + frame.message + Math.max(seen, jsonBytes(blind)) + called
    },
    tools.reduce((sum, tool) => sum + toolBytes(tool), envelope),
  )
}

/** The same without a look at the texts, where that is enough: they may be as long as JSON can make them. */
export function isSurelyWithin(
  messages: readonly ChatMessage[],
  most: number,
  tools: readonly OfferedTool[] = [],
): boolean {
  let bytes = tools.reduce((sum, tool) => sum + toolBytes(tool), envelope)
  for (const { content, blind = '', pictures = [], calls = [] } of messages) {
    bytes += frame.message + bytesOfUnit * Math.max(content.length, blind.length)
    for (const picture of pictures) bytes += pictureBytes(picture)
    for (const call of calls) bytes += frame.call + bytesOfCalledUnit * call.arguments.length
  }
  return bytes <= most
}
