// Runs one call of a tool: fills the agent chart's `act`. An error is a result that the model reads (A5).
import type { ActInput, Acted, Post } from '../../../machines/agent/children.ts'
import { isSend } from '../../../machines/agent/post.ts'
import { estimateTokens } from '../../language/tokens.ts'
import type { RunTape } from '../../store/run-tape.ts'
import type { Hooks } from '../../tools/hooks/hooks.ts'
import type { Registry } from '../../tools/registry.ts'
import { longestKept } from '../../tools/spill.ts'
import { type NotedEntry, ToolError, type Place } from '../../tools/tool.ts'
import { isOfStep, resultText, type ResultBody, stepOf } from './conversation.ts'
import type { CallBody, MessageBody } from './calls.ts'
import { callFor, shownBy, stoppedBy } from './hooked-call.ts'
import type { AnchorBody, FactBody } from './tape-tools.ts'
import { isView } from './view-rows.ts'

export interface ActDeps {
  registry: Registry
  tape: Pick<RunTape, 'entry' | 'ofRun'>
  /** Folder of a bot in its group. */
  workspaceOf: (place: Place) => string
  /** Reads what the tool of the house is to post; throws a ToolError. Absent: there is no such tool. */
  readPost?: (input: ActInput, text: string, context: ActContext) => Post
  /** Users' modules around calls; absent: there are none. */
  hooks?: Hooks
  /** What a tool failed with and the model is not told, for the log. */
  failed?: (tool: string, error: unknown) => void
}

export interface ActContext extends Place {
  /** Of the bot's chart in the group: whose tape it is. */
  key: string
  signal: AbortSignal
}

/** Rejects with the reason of the signal alone. */
export async function act(deps: ActDeps, input: ActInput, context: ActContext): Promise<Acted> {
  const { run, call } = input
  const { registry, tape } = deps
  const told = (text: string, more: Partial<Acted> = {}): Acted => {
    const isError = more.isError ?? true
    const body: ResultBody = { call: call.id, tool: call.tool, text, ...(isError && { isError: true as const }) }
    const tokens = estimateTokens(resultText(call.id, body)) + framing
    const entry = { run, id: `${call.id}r`, kind: 'tool_result', body, tokens } as const
    return { isError, entries: [entry], grown: tokens, ...more }
  }
  const body = tape.entry(context.key, run, call.id)?.body as CallBody | undefined
  if (!body || 'forgotten' in body) return told('the call is not on the tape any more')
  if (call.refused === 'repeated') return told('the same call was made too often: answer with what you have')
  if (call.refused === 'outsideRead')
    return told(
      'not done: something from outside was read in this run, and what may change something or lasts needs an operator’s word then',
    )
  if (call.refused === 'denied') return told('not done: no operator allowed it')
  if (call.refused === 'unapproved') return told('not done: it needs an operator’s word here, and nobody gave it')
  if (call.refused === 'byHook') return told(`not made: ${body.dropped || 'it is not allowed here'}`)
  if (call.refused === 'notByText') return told(notByText(body.name))
  if (body.isCut) return told('not made: its arguments were cut off, write fewer')
  const read = registry.readCall(body.name, body.arguments, input.tools)
  if ('refused' in read) return told(body.isLine ? `${read.message}. ${ofLines}` : read.message)
  // It was no call to make when it was made; what is allowed since does not make it one.
  if (call.refused) return told('not made')
  const { tool, args } = read
  const { hooks } = deps
  const about = callFor(input, context, args)
  const stopped = await stoppedBy(hooks, about, read.digest, context.signal)
  if (stopped?.text !== undefined) return told(stopped.text, stopped.acted)
  if (stopped) return { isError: false, entries: [], grown: 0, ...stopped.acted }
  /** As the hooks leave it; what was read from outside stays so. */
  const seen = async (text: string, isError: boolean): Promise<Acted> => {
    const left = await shownBy(hooks, about, { text, isError }, context.signal)
    return told(kept(left.text), {
      isError: left.isError,
      ...(tool.readsOutside && { readsOutside: true as const }),
      ...left.acted,
    })
  }
  if (isSend(call) && deps.readPost) {
    try {
      return { isError: false, entries: [], grown: 0, post: deps.readPost(input, String(args['text']), context) }
    } catch (error) {
      if (error instanceof ToolError) return told(error.message)
      throw error
    }
  }
  const timeout = AbortSignal.timeout(input.timeoutMs)
  const { bot, group, oneToOne } = context
  const place = { bot, group, oneToOne }
  try {
    const result = await tool.run(args, {
      place,
      run,
      call: `${run} ${call.id}`,
      ...(body.talkUntil !== undefined && { talkUntil: body.talkUntil }),
      askers: input.askers,
      tools: input.tools,
      workspace: deps.workspaceOf(place),
      signal: AbortSignal.any([context.signal, timeout]),
      timeoutMs: input.timeoutMs,
    })
    const { text, entries } = typeof result === 'string' ? { text: result, entries: [] } : result
    const done = await seen(text, false)
    const noted = entries.map((each, n) => ({
      ...each,
      body: marked(each, input, tape.entry(context.key, run, '0')?.body),
      run,
      id: `${call.id}e${n}`,
    }))
    const all = { ...done, entries: [...noted, ...done.entries] }
    if (!noted.some(({ kind }) => kind === 'anchor')) return all
    // What the prompt shows of the run begins at the step of this call.
    const isOf = isOfStep(stepOf(call.id))
    const shown = [...tape.ofRun(context.key, run).filter((row) => isOf(row) || isView(row)), ...done.entries]
    return { ...all, grown: shown.reduce((sum, { tokens }) => sum + tokens, 0), beginsHere: true }
  } catch (error) {
    context.signal.throwIfAborted()
    if (timeout.aborted) return seen('it took too long and was called off', true)
    if (error instanceof ToolError) return seen(error.message, true)
    deps.failed?.(tool.name, error)
    return seen('it failed', true)
  }
}

const notByText = (name: string): string =>
  `not run: a line of your text does not do ${JSON.stringify(name)}. Call a tool on offer, or answer in plain words; ${ofLines}`

/** A model that meant to show one to people. */
const ofLines =
  'a line that begins with a comma is a command: what people are to read of that kind goes in a block of code'

/** A fact goes with the messages that it was noted for; of a summary it is known whether it may rest on something from outside. */
function marked({ kind, body }: NotedEntry, { readOutside }: ActInput, asked: unknown): unknown {
  const { messages = [] } = (asked ?? {}) as MessageBody
  if (kind === 'fact' && messages.length > 0) return { ...(body as FactBody), messages }
  return kind === 'anchor' && readOutside ? { ...(body as AnchorBody), outside: true } : body
}

/** As much as the tape keeps; a part of it is shown. */
function kept(text: string): string {
  const bytes = Buffer.from(text.toWellFormed())
  return bytes.length <= longestKept ? text.toWellFormed() : bytes.subarray(0, longestKept).toString()
}

const framing = 12
