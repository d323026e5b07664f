// Has the model write a reply and makes sure that it is one: fills the chart's `compose` (I1, T3, T5).
import type { ComposeInput, Composed } from '../../machines/group.children.ts'
import { similarity } from '../../machines/rules/repetition.ts'
import { shapeReply } from '../../machines/rules/reply-type.ts'
import { type ChatAnswer, type ChatRequest, ModelError } from '../llm/model.ts'
import { estimateTokens } from '../llm/tokens.ts'
import { identity } from '../prompt/identity.ts'
import { replyPrompt } from '../prompt/reply-prompt.ts'
import { rosterBlock } from '../prompt/roster.ts'
import { chargedTokens, chargeFailures, fitTalk, type JobContext, type JobDeps } from './prompt-talk.ts'

/** A reply that repeats so many characters of the prompt tells it rather than talks. */
const leakChars = 60
const maxAnswerChars = 8_000

const silence =
  /^[^\p{L}\p{N}]*(?:no[\s_-]?(?:reply|response|answer)|skip|silen(?:t|ce)|pass|沉默|不回复)[^\p{L}\p{N}]*$/iu
const silenceToken = /\bNO_REPLY\b|[[<](?:silent|silence|skip)[\]>]/i
const systemText =
  /\[(?:msg_id:|mentioned\]|Group Vitality\]|My Status\]|Mentions\]|Reply Policy\]|Colleagues\])|<[|｜]|^\s*\{\s*"(?:want_to_reply|verdict)"/
const lineHead = /^(?:\s*\[msg_id:[^\]]*\])?\s*(?:\[\d\d:\d\d:\d\d\]\s*)?/

/** The job rejects with a ModelError: the chart skips. */
export function makeCompose(deps: JobDeps): (input: ComposeInput, context: JobContext) => Promise<Composed> {
  return async (input, context) => {
    const request = composeRequest(deps, input, context)
    return readReply(deps, await deps.model.ask(request), input, context)
  }
}

export function composeRequest(deps: JobDeps, input: ComposeInput, context: JobContext): ChatRequest {
  return {
    messages: fitTalk(deps, input, context, systemOf(deps, input)),
    maxTokens: input.maxOutputTokens,
    format: 'text',
    timeoutMs: input.timeoutMs,
    signal: context.signal,
  }
}

/** Throws a ModelError: `refused` for silence, system text or a leaked prompt, `unparsable` for a cut half sentence. */
export function readReply(deps: JobDeps, answer: ChatAnswer, input: ComposeInput, context: JobContext): Composed {
  return chargeFailures(answer, input, () => {
    const said = withoutHead(answer.text.slice(0, maxAnswerChars), deps.profile.name)
    const whole = answer.finish === 'length' ? wholeSentences(said) : said
    const text = shapeReply(whole, input.type, { maxChars: input.maxChars, markdown: input.markdown })
    // Shaping takes away signs that show nothing, and what they hid is whole again.
    for (const form of [said, text]) refuseUnsaid(form, deps, input)
    if (text.trim() === '') throw new ModelError('refused', 'nothing is left of the reply')
    return {
      text,
      type: input.type,
      similarity: similarity(text, deps.ownReplies(context.group)),
      model: answer.model,
      rehearsal: deps.model.rehearsal,
      tokens: chargedTokens(answer, input),
    }
  })
}

function refuseUnsaid(said: string, deps: JobDeps, input: ComposeInput): void {
  if (silence.test(said) || silenceToken.test(said)) throw new ModelError('refused', 'the model chose to stay silent')
  if (systemText.test(said)) throw new ModelError('refused', 'the model wrote system text instead of a reply')
  if (leaksPrompt(said, deps, input)) throw new ModelError('refused', 'the reply repeats the system prompt')
}

function systemOf(deps: JobDeps, input: ComposeInput): string {
  return replyPrompt({
    profile: deps.profile,
    roster: deps.roster(),
    situation: input.situation,
    policy: { type: input.type, maxChars: input.maxChars, markdown: input.markdown },
    count: estimateTokens,
  })
}

// Models like to go on in the form of the lines they read.
function withoutHead(text: string, name: string): string {
  const bare = text.replace(lineHead, '').trim()
  if (!bare.toLowerCase().startsWith(name.toLowerCase())) return bare
  const rest = bare.slice(name.length)
  const colon = /^(?: \(you\))?\s*[:：]/.exec(rest)
  return colon ? rest.slice(colon[0].length).trim() : bare
}

// What the bot knows and who its colleagues are it may tell in the words it was given.
function leaksPrompt(said: string, deps: JobDeps, input: ComposeInput): boolean {
  const flat = flatten(said)
  if (flat.length < leakChars) return false
  const secret = flatten(systemOf(deps, input))
  const open = flatten(
    `${identity(deps.profile, 60, estimateTokens)}\n${rosterBlock(deps.roster(), deps.profile, estimateTokens)}`,
  )
  for (let at = 0; at + leakChars <= flat.length; at += 1) {
    const run = flat.slice(at, at + leakChars)
    if (secret.includes(run) && !open.includes(run)) return true
  }
  return false
}

function flatten(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

function wholeSentences(text: string): string {
  const whole = /^[\s\S]*(?:[。！？…]|[.!?](?=[\s"')]|$))/u.exec(text)?.[0]
  if (whole === undefined) throw new ModelError('unparsable', 'the reply was cut before its first sentence ended')
  return whole
}
