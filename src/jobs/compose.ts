// Has the model write a reply and makes sure that it is one: fills the chart's `compose` (I1, T3, T5).
import type { ComposeInput, Composed } from '../../machines/group/children.ts'
import { isLoneEmoji } from '../../machines/rules/reaction.ts'
import { saidText } from '../language/parts.ts'
import { nearest } from '../language/repetition.ts'
import { shapeReply } from '../../machines/rules/reply-type.ts'
import { type ChatAnswer, type ChatRequest, ModelError } from '../llm/model.ts'
import { languageOf } from '../prompt/language.ts'
import type { Talk } from '../prompt/talk.ts'
import { type AttachedInTime, attachmentsFor, failingWith, withSpent } from './attachments/for-reply.ts'
import type { Heard } from '../tools/hooks/tighten.ts'
import type { Registry } from '../tools/registry.ts'
import { leaksPrompt } from './prompt-leak.ts'
import { calledIn, message } from './run/calls.ts'
import { heardBy } from './run/hooked.ts'
import { allowedReply } from './run/hooked-reply.ts'
import { type LineCall, linesOf, proseBefore, withoutCommands } from './run/line-calls.ts'
import type { View } from './run/view.ts'
import { newestIn } from './run/talk-since.ts'
import { viewRow } from './run/view-rows.ts'
import { fittingTools, frameFor, offered, policyOf, viewOfReply, withoutTools } from './reply-view.ts'
import {
  chargedTokens,
  chargeFailures,
  fitTalk,
  heeding,
  type JobContext,
  type JobDeps,
  promptBase,
} from './prompt-talk.ts'
import { bareReply, type Speakers, wholeSentences } from './reply-text.ts'
import { isSilence, isSystemText } from './output-guards.ts'

/** The job rejects with a ModelError: the chart skips. */
export function makeCompose(deps: JobDeps): (input: ComposeInput, context: JobContext) => Promise<Composed> {
  return async (given, context) => {
    const offer = await offered(deps, given)
    const attached = await attachmentsFor(deps, given, context, frameFor(given, offer?.words))
    const { spent = 0 } = attached ?? {}
    const whole = offer && (await viewOfReply(deps, offer, given, context, attached?.tokens))
    const asked = { input: given, view: whole, ofAttached: attached?.tokens }
    const { input, view, limits } = await failingWith(spent, () =>
      allowedReply(deps, asked, () => fittedReply(deps, given, context, attached, whole).request, context),
    )
    let [talkUntil, offers]: [string | undefined, boolean] = [undefined, false]
    const said = await withSpent(spent, () => {
      const { request, talkUntil: until } = fittedReply(deps, input, context, attached, view)
      ;[talkUntil, offers] = [until, request.tools !== undefined]
      return deps.model.ask({ ...request, ...limits })
    })
    const tools = offers ? (input.tools ?? []) : []
    const lines = offers ? linesOf(deps, said, tools, context) : []
    const calls = deps.tools ? [...lines, ...(said.calls ?? [])] : []
    const { maxTokens, maxOutputTokens } = input
    const checked = { kind: 'reply', tools, maxOutputTokens, answer: said, calls, maxTokens } as const
    const { answer, heard } = await heardBy(deps, checked, context)
    if (deps.tools && calls.length > 0) {
      const begun = begunRun(deps, deps.tools, { answer, lines, talkUntil, view, heard }, input, context)
      // What the chat carries is from outside, as a page is.
      return attached && begun.run ? { ...begun, run: { ...begun.run, readOutside: true } } : begun
    }
    const reply = readReply(deps, answer, input, context)
    const isUnseen = attached?.tellsUnseen || answer.blind
    if (isUnseen && !reply.silent) deps.attachments?.unseenIn(context)
    return reply
  }
}

export const composeRequest = (deps: JobDeps, input: ComposeInput, context: JobContext): ChatRequest =>
  fittedReply(deps, input, context).request

/** `talkUntil`: the newest message of the talk in it. */
function fittedReply(
  deps: JobDeps,
  input: ComposeInput,
  context: JobContext,
  attached?: AttachedInTime,
  view?: View,
): { request: ChatRequest; talkUntil: string | undefined } {
  const base = promptBase(deps, input, context)
  const tools = fittingTools(deps, input, base, view, attached?.tokens)
  const frame = tools.tools ? frameFor(input, view?.words) : frameFor(withoutTools(input))
  const fitted = fitTalk(deps, input, context, base, frame, attached, tools)
  const { spent = 0, tookMs = 0 } = attached ?? {}
  const { mayCost } = context
  const request: ChatRequest = {
    messages: fitted.messages,
    maxTokens: input.maxOutputTokens,
    reservedTokens: input.maxTokens - spent,
    format: 'text',
    ...tools,
    timeoutMs: input.timeoutMs - tookMs,
    ...heeding({ ...context, ...(mayCost && { mayCost: (tokens: number) => mayCost(spent + tokens) }) }),
  }
  return { request, talkUntil: tools.tools && newestIn(fitted) }
}

interface Begun {
  answer: ChatAnswer
  lines: readonly LineCall[]
  talkUntil: string | undefined
  view: View | undefined
  heard: Heard
}

/** The model called tools in place of an answer: the first step of a run. What it said beside them may be shown. */
function begunRun(
  deps: JobDeps,
  registry: Registry,
  { answer, view, ...made }: Begun,
  input: ComposeInput,
  context: JobContext,
): Composed {
  const run = `${input.turn}@${input.at}`
  const called = calledIn(registry, answer, { run, step: 1, tools: input.tools ?? [], ...made })
  const asked = message(run, '0', { role: 'user', messages: input.targets }, 0)
  const shown = view ? viewRow(run, 1, view.fresh, view.tokens) : []
  return {
    text: '',
    type: input.type,
    similarity: 0,
    model: answer.model,
    rehearsal: deps.model.rehearsal,
    tokens: chargedTokens(answer, input),
    run: {
      id: run,
      ...called,
      entries: [asked, ...shown, ...called.entries],
      grown: called.grown + (view?.tokens ?? 0),
      notice: noticeOf(deps, { ...answer, text: proseBefore(deps, answer.text) }, input, context),
    },
  }
}

/** One line of what it said, if that may stand in the room; else words of ours. */
function noticeOf(deps: JobDeps, answer: ChatAnswer, input: ComposeInput, context: JobContext): string {
  try {
    if (answer.text.trim() === '') return usualNotice(deps, input, context)
    const [first = ''] = readReply(deps, answer, { ...input, type: 'short' }, context).text.split('\n', 1)
    return first !== '' && first.length <= longestNotice ? first : usualNotice(deps, input, context)
  } catch {
    return usualNotice(deps, input, context)
  }
}

const longestNotice = 200

function usualNotice(deps: JobDeps, input: ComposeInput, { group }: JobContext): string {
  const { batch } = deps.talk(group, input.batch)
  const last = batch.findLast(({ id }) => input.targets.includes(id)) ?? batch.at(-1)
  return last && languageOf(last.text) === 'Chinese'
    ? '我在处理，稍后回来说。'
    : 'I am working on it and will come back to you.'
}

/** Throws a ModelError: `refused` for system text or a leaked prompt, `unparsable` for a cut half sentence. */
export function readReply(deps: JobDeps, answer: ChatAnswer, input: ComposeInput, context: JobContext): Composed {
  return chargeFailures(answer, input, () => {
    const talk = deps.talk(context.group, input.batch)
    const bare = bareReply(answer.text, deps.profile(), speakersOf(deps, input, talk))
    const said = withoutCommands(deps, answer.text, bare)
    // Nothing but commands, where none may be run.
    const isLeftOut = said === '' && bare !== ''
    const whole = answer.finish === 'length' ? endedSentences(said) : said
    const text = shapeReply(whole, input.type, { maxChars: input.maxChars, markdown: input.markdown })
    // Shaping takes away signs that show nothing, and what they hid is whole again.
    const isSilent = isSilence(said) || isSilence(text) || isLeftOut
    if (!isSilent) for (const form of new Set([said, text])) guardOutput(form, deps, input, context, talk)
    if (!isSilent && text.trim() === '') throw new ModelError('refused', { why: 'emptyReply' })
    const isSign = isLoneEmoji(text)
    return {
      text: isSilent ? '' : text,
      ...(isSilent && { silent: true }),
      type: isSign ? 'reaction' : input.type,
      // A sign that was given before repeats nothing that was said.
      ...(isSign ? { similarity: 0 } : nearest(text, deps.recentReplies(context.group))),
      model: answer.model,
      rehearsal: deps.model.rehearsal,
      tokens: chargedTokens(answer, input),
      askedAt: input.at,
    }
  })
}

function guardOutput(said: string, deps: JobDeps, input: ComposeInput, context: JobContext, talk: Talk): void {
  if (isSystemText(said)) throw new ModelError('refused', { why: 'systemText' })
  const { before, batch, after, linked = [] } = talk
  const heard = [...before, ...batch, ...after, ...linked].filter(({ own }) => !own).map(({ text }) => text)
  const prompt = { ...promptBase(deps, input, context), policy: policyOf(input) }
  if (leaksPrompt(said, prompt, heard.join('\n'))) {
    throw new ModelError('refused', { why: 'promptLeaked' })
  }
}

function endedSentences(text: string): string {
  const whole = wholeSentences(text)
  if (whole === '') throw new ModelError('unparsable', { why: 'replyCut' })
  return whole
}

/** Read off the talk when a reply holds what could be the head of a line. */
function speakersOf(deps: JobDeps, input: ComposeInput, { before, batch, after, linked = [] }: Talk): Speakers {
  const spoke = () => [...before, ...batch, ...after, ...linked].filter(({ own }) => !own)
  const answered = () => {
    const ids = new Set([...input.targets, ...input.asked])
    return spoke().filter(({ id }) => ids.has(id))
  }
  const self = () => {
    const { id, name, aliases } = deps.profile()
    return [...new Set([id, name, ...aliases].map((each) => each.toLowerCase()))]
  }
  return {
    get self() {
      return self()
    },
    get others() {
      const own = new Set(self())
      const all = new Set([...spoke(), ...deps.roster()].map((each) => each.name))
      return [...all].filter((each) => !own.has(each.toLowerCase()))
    },
    get asking() {
      return answered().map(({ name }) => name)
    },
    get asksWho() {
      return answered().some(({ text, parts }) => asksForNames.test(saidText(text, parts)))
    },
  }
}

const asksForNames =
  /\bwho(?:['’]s|se|m)?\b|\beverybody(?:['’]s)?\b|谁|分工|名单|(?<!\p{L})(?:кто|кому|кого)(?!\p{L})/iu
