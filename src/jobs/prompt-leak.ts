// Whether a reply tells the prompt rather than talks (row 7).
import { LRUCache } from 'lru-cache'
import { estimateTokens } from '../language/tokens.ts'
import { type BotProfile, identity, persona } from '../prompt/identity.ts'
import { type ReplyFrame, replyFrame } from '../prompt/reply-prompt.ts'
import { rosterBlock } from '../prompt/roster.ts'

/** Characters of the fixed text and of the persona that a reply repeats only when it tells them; a Han sign is two. */
const leakChars = { fixed: 40, persona: 60 }
/** Looks like a key or a code rather than a word. */
const codeWord = /(?=[\p{L}_-]*\p{N})(?=[\p{N}_-]*\p{L})[\p{L}\p{N}_-]{8,}|\p{Lu}{3,}(?:[_-][\p{Lu}\p{N}]{2,})+/gu

/** `heard` is what people said: a code word of the persona that stands there is no secret. */
export function leaksPrompt(said: string, prompt: ReplyFrame, heard: string): boolean {
  const flat = flatten(said)
  const { open, own, codes, bare } = profileIn(prompt)
  // What it remembers it may tell, and that it has no tools.
  const told = { note: undefined, work: undefined, facts: undefined, hands: undefined }
  const { system, footerFor } = replyFrame({ ...prompt, ...told, profile: bare })
  const fixed = [flattenedOnce(system), flatten(footerFor([]))].filter(Boolean).join(' ')
  if (repeats(flat, fixed, open, leakChars.fixed) || repeats(flat, own, open, leakChars.persona)) return true
  const leaked = codes.filter((word) => flat.includes(word))
  if (leaked.length === 0) return false
  const known = flatten(heard)
  return leaked.some((word) => !known.includes(word))
}

/** All flattened. */
interface Profile {
  roster: ReplyFrame['roster']
  /** What the bot knows and who its colleagues are it may tell in the words it was given. */
  open: string
  own: string
  /** Of the persona, and not open. */
  codes: readonly string[]
  /** Without the persona. */
  bare: BotProfile
}

// The profile and the roster are the same objects from reply to reply.
const profiles = new WeakMap<BotProfile, Profile>()

function profileIn({ profile, roster }: ReplyFrame): Profile {
  const known = profiles.get(profile)
  if (known?.roster === roster) return known
  const [, ...expertise] = identity(profile, 60, estimateTokens).split('\n')
  const open = flatten([profile.role, ...expertise, rosterBlock(roster, profile, estimateTokens)].join('\n'))
  const whole = persona(profile, estimateTokens)
  const codes = (whole.match(codeWord) ?? []).map(flatten).filter((word) => !open.includes(word))
  const read = { roster, open, own: flatten(whole), codes, bare: { ...profile, persona: '' } }
  profiles.set(profile, read)
  return read
}

/** A run of `said` that weighs as much stands in `secret`, and not in what is open. */
function repeats(said: string, secret: string, open: string, weight: number): boolean {
  let [end, sum] = [0, 0]
  for (let start = 0; start < said.length; start += 1) {
    while (sum < weight && end < said.length) sum += weightAt(said, end++)
    if (sum < weight) return false
    const run = said.slice(start, end)
    if (secret.includes(run) && !open.includes(run)) return true
    sum -= weightAt(said, start)
  }
  return false
}

const weightAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return (code >= 0x3040 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7af) ? 2 : 1
}

const flattened = new LRUCache<string, string>({ max: 50 })

function flattenedOnce(text: string): string {
  let flat = flattened.get(text)
  if (flat === undefined) flattened.set(text, (flat = flatten(text)))
  return flat
}

function flatten(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
