// What a run does, step by step, as lines of the shell: the terminal is the operator's own, so tools go by their names.
import type { ActInput, TapeEntry, ThinkInput } from '../../../machines/agent/children.ts'
import { tapeWrites } from '../../host/run-tape.ts'
import { cleanText } from '../../channels/clean.ts'
import type { CallBody, MessageBody } from '../../jobs/run/calls.ts'
import type { ResultBody } from '../../jobs/run/conversation.ts'
import { withoutKey } from '../../llm/redact.ts'
import { botKey } from '../../room/key.ts'
import type { TracedStep } from '../../room/steps.ts'
import { onOneLine } from '../../terminal/terminal-text.ts'
import type { ShellWords } from './words.ts'

export interface ProgressLine {
  text: string
  /** How far in it stands. */
  indent: number
  isProblem?: true
  /** It says that something goes on, and nothing that is new. */
  isPassing?: true
  /** What the model wrote beside its calls. */
  isSaid?: true
}

interface Options {
  /** Of the bot's chart. */
  key: string
  words: ShellWords['progress']
  secrets: readonly string[]
}

const mostLines = 6
const longestLine = 160
const longestArguments = 120

/** The lines of each step, in the order of what happened. */
export function makeProgress({ key, words, secrets }: Options) {
  /** By run and id of the call: what it is given, and when it began, ms. */
  const calls = new Map<string, { body: CallBody; begun?: number }>()
  const hide = (text: string): string => secrets.reduce(withoutKey, text)
  const shown = (text: string, most: number): string => {
    const line = onOneLine(hide(text)).replaceAll(/\s+/gu, ' ').trim()
    return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line
  }

  function ofEntry({ run, id, kind, body }: TapeEntry, at: number): ProgressLine[] {
    if (kind === 'tool_call') calls.set(`${run} ${id}`, { body: body as CallBody })
    if (kind === 'tool_result') return ofResult(run, body as ResultBody, at)
    if (kind === 'anchor') return [{ text: words.handedOff, indent: 2 }]
    const said = kind === 'message' ? (body as MessageBody) : undefined
    const text = said?.role === 'assistant' ? shown(said.text ?? '', 2 * longestLine) : ''
    return text === '' ? [] : [{ text: words.says(text), indent: 2, isSaid: true }]
  }

  /** What the model says without a call is its answer, which is posted. */
  const isAnswer = ({ kind }: TapeEntry, of: readonly TapeEntry[]): boolean =>
    kind === 'message' && !of.some((each) => each.kind === 'tool_call')

  function ofResult(run: string, { call, tool, text, isError, error }: ResultBody, at: number): ProgressLine[] {
    const name = `${run} ${call}`
    const { begun } = calls.get(name) ?? {}
    calls.delete(name)
    const lines = cleanText(hide(text ?? (error ? words.ended[error] : ''))).split('\n')
    const head = lines.slice(0, mostLines).map((line) => shown(line, longestLine))
    const more = lines.length - head.length
    const took = begun === undefined ? undefined : at - begun
    return [
      {
        text: (isError || error ? words.failed : words.done)(tool, took),
        indent: 2,
        ...((isError || error) && { isProblem: true as const }),
      },
      ...head.filter((line) => line !== '').map((line) => ({ text: line, indent: 4 })),
      ...(more > 0 ? [{ text: words.more(more), indent: 4 }] : []),
    ]
  }

  function ofJob({ src, input }: TracedStep['started'][number], at: number): ProgressLine[] {
    if (src === 'compose') return [{ text: words.thinks(1), indent: 2, isPassing: true }]
    if (src === 'think') return [{ text: words.thinks((input as ThinkInput).step), indent: 2, isPassing: true }]
    if (src !== 'act') return []
    const { run, call } = input as ActInput
    const known = calls.get(`${run} ${call.id}`)
    if (known) known.begun = at
    return [{ text: words.begins(call.tool, shown(known?.body.arguments ?? '', longestArguments)), indent: 2 }]
  }

  return (step: Pick<TracedStep, 'key' | 'at' | 'records' | 'started'>): ProgressLine[] => {
    if (botKey(step.key) !== key) return []
    const written = tapeWrites(step).flatMap((write) => (write.do === 'append' ? write.entries : []))
    const entries = written.filter((entry) => !isAnswer(entry, written))
    return [
      ...entries.flatMap((entry) => ofEntry(entry, step.at)),
      ...step.started.flatMap((job) => ofJob(job, step.at)),
    ]
  }
}
