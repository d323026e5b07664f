// Whether a reply tells the prompt rather than talks (row 7).
import { estimateTokens } from '../language/tokens.ts'
import { identity, persona } from '../prompt/identity.ts'
import { replyPrompt, type ReplyPrompt } from '../prompt/reply-prompt.ts'
import { rosterBlock } from '../prompt/roster.ts'

/** Characters of the fixed text and of the persona that a reply repeats only when it tells them; a Han sign is two. */
const leakChars = { fixed: 40, persona: 60 }
/** Looks like a key or a code rather than a word. */
const codeWord = /(?=[\p{L}_-]*\p{N})(?=[\p{N}_-]*\p{L})[\p{L}\p{N}_-]{8,}|\p{Lu}{3,}(?:[_-][\p{Lu}\p{N}]{2,})+/gu

/** `heard` is what people said: a code word of the persona that stands there is no secret. */
export function leaksPrompt(said: string, prompt: ReplyPrompt, heard: string): boolean {
  const flat = flatten(said)
  // What the bot knows and who its colleagues are it may tell in the words it was given.
  const [, ...expertise] = identity(prompt.profile, 60, estimateTokens).split('\n')
  const open = flatten(
    [prompt.profile.role, ...expertise, rosterBlock(prompt.roster, prompt.profile, estimateTokens)].join('\n'),
  )
  const { system, footer } = replyPrompt({ ...prompt, profile: { ...prompt.profile, persona: '' }, note: undefined })
  const fixed = flatten(`${system}\n${footer}`)
  const own = persona(prompt.profile, estimateTokens)
  if (repeats(flat, fixed, open, leakChars.fixed) || repeats(flat, flatten(own), open, leakChars.persona)) return true
  const told = (own.match(codeWord) ?? []).map(flatten).filter((word) => flat.includes(word) && !open.includes(word))
  if (told.length === 0) return false
  const known = flatten(heard)
  return told.some((word) => !known.includes(word))
}

/** A run of `said` that weighs as much stands in `secret`, and not in what is open. */
function repeats(said: string, secret: string, open: string, weight: number): boolean {
  let [end, sum] = [0, 0]
  for (let start = 0; start < said.length; start += 1) {
    while (sum < weight && end < said.length) sum += weightOf(said.charAt(end++))
    if (sum < weight) return false
    const run = said.slice(start, end)
    if (secret.includes(run) && !open.includes(run)) return true
    sum -= weightOf(said.charAt(start))
  }
  return false
}

const weightOf = (sign: string): number => (/[\u3040-\u9fff\uac00-\ud7af]/.test(sign) ? 2 : 1)

function flatten(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
