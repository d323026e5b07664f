// Reads the calls of tools in a chat completion: bounded, with ids that are safe and stand once in the conversation.
import { z } from 'zod'
import type { ChatRequest, OfferedTool, ToolCall } from './model.ts'
import { holdsKey } from './redact.ts'
import { argumentText } from './tool-wire.ts'
import { longestOnWire, wireName } from '../language/wire-name.ts'

/** Calls of one answer: the rest is dropped. */
export const mostCalls = 16
/** Bytes of their arguments together. */
export const mostArgumentBytes = 65_536

const callShape = z.object({
  id: z.string().optional().catch(undefined),
  function: z.object({ name: z.string().catch(''), arguments: z.unknown() }),
})

/** What cannot be read as a call is left out. `isCut`: the answer was cut where the last of them stands. */
export function readCalls(
  sent: readonly unknown[],
  { messages, tools = [] }: Pick<ChatRequest, 'messages' | 'tools'>,
  isCut: boolean,
): ToolCall[] {
  const takeId = idsBeside(messages.flatMap(({ calls = [] }) => calls.map(({ id }) => id)))
  let bytesLeft = mostArgumentBytes
  return sent.slice(0, mostCalls).flatMap((each, at) => {
    const call = callShape.safeParse(each).data
    if (!call) return []
    const bytes = Buffer.from(argumentText(call.function.arguments))
    const isOver = bytes.length > bytesLeft
    const kept = bytes.subarray(0, bytesLeft)
    bytesLeft -= kept.length
    return {
      id: takeId(call.id),
      name: nameAmong(tools, call.function.name),
      arguments: kept.toString(),
      ...((isOver || (isCut && at === sent.length - 1)) && { isCut: true as const }),
    }
  })
}

/** As the house names the tool; the name of none is shown to people and to the model again. */
function nameAmong(tools: readonly OfferedTool[], sent: string): string {
  const written = sent
    .slice(0, longestOnWire.name)
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .toWellFormed()
    .trim()
  return tools.find(({ name }) => name === written || wireName(name) === written)?.name ?? written
}

const safeId = new RegExp(String.raw`^[\w-]{1,${longestOnWire.id}}$`)

/** Some servers give no ids, the same in every answer, or such as others refuse. */
function idsBeside(others: readonly string[]): (id?: string) => string {
  const taken = new Set(others)
  return (sent = '') => {
    let id = sent
    for (let n = taken.size + 1; !safeId.test(id) || taken.has(id); n += 1) id = `call_${n}`
    taken.add(id)
    return id
  }
}

/** As it is written, and as JSON reads it. */
export function callHoldsKey({ id, name, arguments: text }: ToolCall, key: string | undefined): boolean {
  return [id, name, text, unescaped(text)].some((part) => holdsKey(part, key))
}

/** JSON may write every sign by its number. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, unit: string) => String.fromCharCode(Number.parseInt(unit, 16)))
