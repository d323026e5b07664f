// Has a model write the note of a group anew: fills the chart's `renewNote`. Nothing is asked where nothing is new.
import type { NoteInput, NoteOutput } from '../../machines/group/children.ts'
import type { PromptSettings } from '../../machines/group/settings.ts'
import { type ChatAnswer, type ChatModel, type ChatRequest, ModelError } from '../llm/model.ts'
import { estimateTokens } from '../language/tokens.ts'
import { clipTokens } from '../prompt/clip.ts'
import type { BotProfile } from '../prompt/identity.ts'
import { machineTimeZone } from '../prompt/local-time.ts'
import { noNote, type NotedLine, notePrompt, noteTask } from '../prompt/note-prompt.ts'
import { maxWorkTokens } from '../prompt/prompt-parts.ts'
import { withPlainLineEnds } from './line-ends.ts'
import { heeding, type JobContext } from './prompt-talk.ts'
import { withinBytes } from './within-bytes.ts'
import { wholeSentences } from './reply-text.ts'
import { isSystemText } from './output-guards.ts'

export interface NoteDeps {
  model: ChatModel
  profile: () => BotProfile
  /** The note as it is, and what was said since. */
  source: (group: string, oneToOne?: boolean) => NoteSource
  prompt: (group: string) => Pick<PromptSettings, 'timeZone' | 'maxBytes'>
  now: () => number
  /** How far `now` and the times of the lines are ahead of the wall clock, ms. */
  ahead?: () => number
}

export interface NoteSource {
  note: string
  generation: number
  upto: number
  lines: readonly NotedLine[]
  /** Of work with tools that the note is to take in: the row of its anchor, and its summary. */
  work?: { n: number; summary: string }
}

/** Tokens that the estimate of a prompt may fall short by, as a factor. */
const safety = 1.25
const framingTokens = 40
const longestItem = 300
const mostItems = 12
/** UTF-16 units of an answer that are looked at. */
const maxAnswerChars = 8_000
/** Of a line that says that there is nothing to note. */
const longestNothing = 100

/** Tokens of the prompt beyond the note and the talk. */
export const noteOverhead = (name: string, noteTokens: number): number =>
  estimateTokens(noteTask(name, noteTokens)) + framingTokens

/** The job rejects with a ModelError: the chart tries again later. */
export function makeRenewNote(deps: NoteDeps): (input: NoteInput, context: JobContext) => Promise<NoteOutput> {
  return async (input, context) => {
    const { group, oneToOne } = context
    const source = deps.source(group, oneToOne)
    const { note, generation, upto } = source
    if (source.lines.length === 0) return { text: note, changed: false, upto, generation, tokens: 0 }
    const answer = await deps.model.ask(noteRequest(deps, input, context, source))
    return readNote(answer, input, source)
  }
}

export function noteRequest(
  { profile, prompt, now, ahead = () => 0 }: Omit<NoteDeps, 'model'>,
  input: NoteInput,
  context: JobContext,
  { note, lines, work }: NoteSource,
): ChatRequest {
  const { noteTokens } = input
  const { id, name, aliases } = profile()
  const fixed = noteOverhead(name, noteTokens) + estimateTokens(note) + (work ? maxWorkTokens : 0)
  const room = Math.floor((input.maxTokens - input.maxOutputTokens) / safety) - fixed
  const { timeZone = machineTimeZone(), maxBytes } = prompt(context.group)
  const who = { id, name, aliases }
  const early = ahead()
  const told = lines.map((line) => ({ ...line, ts: line.ts - early }))
  const at = now() - early
  const shown = {
    profile: who,
    note,
    work: work?.summary,
    lines: told,
    noteTokens,
    at,
    timeZone,
    count: estimateTokens,
  }
  const { messages } = withinBytes(maxBytes, Math.max(0, Math.min(room, input.maxTalkTokens)), (allowance) => {
    const { system, user } = notePrompt(shown, allowance)
    return {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      talk: user,
    }
  })
  return {
    messages,
    maxTokens: input.maxOutputTokens,
    reservedTokens: input.maxTokens,
    format: 'text',
    timeoutMs: input.timeoutMs,
    ...heeding(context),
  }
}

/** What is no note leaves the old one as it is. Throws a ModelError for system text. */
export function readNote(
  answer: ChatAnswer,
  input: NoteInput,
  { note, generation, upto, work }: NoteSource,
): NoteOutput {
  const tokens = answer.tokens ?? input.maxTokens
  if (isSystemText(answer.text.slice(0, maxAnswerChars))) throw new ModelError('refused', { why: 'systemText' }, tokens)
  const items = itemsIn(answer)
  const text = items.length === 0 ? note : fitted(items, input.noteTokens)
  // Where nothing was worth noting the summary goes on standing beside it.
  const isTakenIn = work !== undefined && items.length > 0
  return { text, changed: text !== note, upto, generation, ...(isTakenIn && { anchor: work.n }), tokens }
}

function itemsIn({ text, finish }: ChatAnswer): string[] {
  const lines = withPlainLineEnds(text.slice(0, maxAnswerChars))
    .replaceAll(/^[^\S\n]*```.*$/gmu, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•·]|\d+[.)、])\s*/u, '').trim())
    .filter((line) => line !== '' && !/^(?:notes?(?: so far)?|new notes?|笔记|记录)\s*[:：]$/iu.test(line))
  // The last line of an answer that was cut says something else than it would have.
  const whole = finish === 'length' || text.length > maxAnswerChars ? lines.slice(0, -1) : lines
  return isNothing(whole) ? [] : whole.slice(0, mostItems)
}

const isNothing = (lines: readonly string[]): boolean =>
  lines.length < 2 &&
  (lines[0] ?? '').length <= longestNothing &&
  new RegExp(
    String.raw`^\W*(?:${noNote}(?: to (?:keep|note|add))?|none|no notes?|nothing new|无|没有|暂无|没有需要记的)\W*$`,
    'iu',
  ).test(lines[0] ?? noNote)

const words = new Intl.Segmenter('zh', { granularity: 'word' })

/** To whole sentences where they keep most of it, else to whole words. */
function shortened(item: string): string {
  if (item.length <= longestItem) return item
  const sentences = wholeSentences(item.slice(0, longestItem))
  if (sentences.length > longestItem / 2) return sentences
  const { index: cut = 0 } = words.segment(item).containing(longestItem - 1) ?? {}
  return `${item
    .slice(0, cut > longestItem / 2 ? cut : longestItem - 1)
    .toWellFormed()
    .trimEnd()}…`
}

function fitted(items: readonly string[], most: number): string {
  const kept: string[] = []
  let left = most
  for (const item of items) {
    const shown = clipTokens(shortened(item), left, estimateTokens)
    left -= estimateTokens(shown) + 1
    if (left < 0 || shown === '') break
    kept.push(shown)
  }
  return kept.join('\n')
}
