// What a run was shown beyond the usual, as rows of its tape: a crash keeps it, and every later step shows it in the same order (A7).
import type { TapeEntry } from '../../../machines/agent/children.ts'
import type { StoredEntry } from '../../store/stored-entry.ts'
import { describeToolName } from '../../tools/describe-tool.ts'
import type { CallBody, MessageBody } from './calls.ts'

/** A skill whose text is too long to stand in the prompt has none: it is to be read. */
export interface ShownSkill {
  name: string
  text?: string
}

export interface Shown {
  tools: readonly string[]
  skills: readonly ShownSkill[]
}

export const nothingShown: Shown = { tools: [], skills: [] }

/** Of a row of kind `event`; `tokens` of the row: what it adds to each prompt from then on. */
interface ViewBody extends Shown {
  name: 'view'
}

type Row = Pick<StoredEntry, 'id' | 'kind' | 'body'>

export const isView = ({ kind, body }: Pick<Row, 'kind' | 'body'>): boolean =>
  kind === 'event' && (body as { name?: unknown } | null)?.name === 'view'

/** Of the step whose request is the first to show it. */
export function viewRow(run: string, step: number, { tools, skills }: Shown, tokens: number): TapeEntry[] {
  if (tools.length === 0 && skills.length === 0) return []
  const body: ViewBody = { name: 'view', tools, skills }
  return [{ run, id: `${step}v`, kind: 'event', body, tokens }]
}

/** In the order in which it was added. */
export function shownIn(rows: readonly Row[]): Shown {
  const views = rows.filter(isView).map(({ body }) => body as ViewBody)
  return { tools: views.flatMap(({ tools }) => tools), skills: views.flatMap(({ skills }) => skills) }
}

export const viewTokens = (rows: readonly StoredEntry[]): number =>
  rows.filter(isView).reduce((sum, { tokens }) => sum + tokens, 0)

/** `$name`, as people and models write it; not `US$name`. */
const mark = /(?<![\w$])\$([a-z][\w-]*(?:\.[a-z][\w-]*)*)/gi
const mostMarks = 16

export const namedIn = (text: string): string[] =>
  Array.from(text.matchAll(mark), ([, name = '']) => name).slice(0, mostMarks)

/** What the model itself asked for: by `$name` beside its calls, and by the tool. */
export const askedIn = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ kind, body }) => {
    if (kind === 'message') {
      const { role, text = '' } = (body ?? {}) as Partial<MessageBody>
      return role === 'assistant' ? namedIn(text) : []
    }
    const { tool, arguments: given = '' } = (body ?? {}) as Partial<CallBody>
    return kind === 'tool_call' && tool === describeToolName ? nameIn(given) : []
  })

function nameIn(given: string): string[] {
  try {
    const { name } = JSON.parse(given) as { name?: unknown }
    return typeof name === 'string' ? [name] : []
  } catch {
    return []
  }
}
