// A completion that comes piece by piece, as server-sent events: heard while it comes, and put together when it is whole.
import { z } from 'zod'
import { withoutReasoning } from './completion.ts'
import type { Heard } from './model.ts'

/** Asks a server for it; what the answer cost is told in its last event. */
export const streaming = { stream: true, stream_options: { include_usage: true } } as const

const mostCalls = 64

const callShape = z.object({
  index: z.number().int().min(0).catch(0),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})
const eventShape = z.object({
  model: z.string().optional().catch(undefined),
  usage: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z.array(callShape).nullish(),
          })
          .nullish(),
      }),
    )
    .catch([]),
})

interface Call {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** As a server that does not stream would have answered, which some do all the same. Nothing of it is trusted yet. */
export function wholeOf(answered: unknown): unknown {
  if (typeof answered !== 'string') return answered
  const calls = new Map<number, Call>()
  const message = { role: 'assistant', content: '', refusal: '' }
  let [model, finish, usage, isAny]: [string | undefined, string | undefined, unknown, boolean] = [
    undefined,
    undefined,
    undefined,
    false,
  ]
  for (const event of eventsIn(answered)) {
    const [choice] = event.choices
    model ??= event.model
    usage = event.usage ?? usage
    if (!choice) continue
    isAny = true
    finish = choice.finish_reason ?? finish
    message.content += choice.delta?.content ?? ''
    message.refusal += choice.delta?.refusal ?? ''
    for (const piece of choice.delta?.tool_calls ?? []) addCall(calls, piece)
  }
  // A gateway that breaks off says no end: half a sentence is no answer.
  const choice = {
    finish_reason: finish ?? 'error',
    message: { ...message, ...(calls.size > 0 && { tool_calls: [...calls.values()] }) },
  }
  return { ...(model !== undefined && { model }), choices: isAny ? [choice] : [], usage }
}

function addCall(calls: Map<number, Call>, { index, id, function: piece }: z.infer<typeof callShape>): void {
  const known = calls.get(index)
  if (!known && calls.size >= mostCalls) return
  const call = known ?? { id: '', type: 'function', function: { name: '', arguments: '' } }
  call.id ||= id ?? ''
  call.function.name ||= piece?.name ?? ''
  call.function.arguments += piece?.arguments ?? ''
  calls.set(index, call)
}

const eventsIn = (text: string): z.infer<typeof eventShape>[] => text.split('\n').flatMap((line) => eventOn(line) ?? [])

/** Each event is one line, as every server of this kind writes them. */
function eventOn(line: string): z.infer<typeof eventShape> | undefined {
  const [, data] = /^data:\s*(\{.*\})\s*$/u.exec(line) ?? []
  if (data === undefined) return undefined
  try {
    return eventShape.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}

/** Takes the bytes of one answer as they come. What a model thinks before it speaks is not heard. */
export function hearing(heard: Heard): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder()
  let [rest, content, told] = ['', '', '']
  heard(null)
  return (bytes) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    const before = content
    for (const line of lines) content += eventOn(line)?.choices[0]?.delta?.content ?? ''
    if (content === before) return
    // A tag that is not whole yet may be one of thoughts.
    const aloud = withoutReasoning(content.replace(/<[^<>]{0,100}$/u, ''))
    if (aloud.length <= told.length || !aloud.startsWith(told)) return
    heard(aloud.slice(told.length))
    told = aloud
  }
}
