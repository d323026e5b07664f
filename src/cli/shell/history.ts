// The lines that were typed into the shell, kept beside the store from one start to the next; a line that may hold a key is not.
import { appendFileSync, chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { holdsKey } from '../../llm/redact.ts'

export interface History {
  /** The newest first, as readline has them. */
  lines: readonly string[]
  /** Whether the line may be recalled; it is written down then. */
  keep(line: string): boolean
}

export const mostLines = 1_000
const longestLine = 4_000

/** `failed` hears once why nothing can be kept: the talk goes on. */
export function openHistory(store: string, secrets: readonly string[], failed: (error: unknown) => void): History {
  const path = join(dirname(store), 'shell-history')
  const isOpen = store !== ':memory:'
  let hasFailed = !isOpen
  const unlessFailed = (work: () => void): void => {
    if (hasFailed) return
    try {
      work()
    } catch (error) {
      hasFailed = true
      failed(error)
    }
  }
  let known: string[] = []
  unlessFailed(() => {
    known = linesOf(path)
    if (known.length <= mostLines) return
    known = known.slice(-mostLines)
    const half = `${path}.half-written`
    writeFileSync(half, `${known.join('\n')}\n`, { mode: 0o600 })
    renameSync(half, path)
  })
  let last = known.at(-1)
  return {
    lines: known.toReversed(),
    keep(line) {
      if (line.trim() === '' || line.startsWith(' ') || line.length > longestLine || mayHoldKey(line, secrets))
        return false
      if (line === last) return true
      last = line
      unlessFailed(() => {
        appendFileSync(path, `${line}\n`, { mode: 0o600 })
        // It may have been there, for others to read.
        chmodSync(path, 0o600)
      })
      return true
    },
  }
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A line too many is forgotten rather than one too few. `secrets`: those of the configuration. */
export function mayHoldKey(line: string, secrets: readonly string[] = []): boolean {
  if (secrets.some((secret) => holdsKey(line, secret) || (secret.length >= shortestSecret && line.includes(secret))))
    return true
  // Ids and digests that these take are no secrets.
  if (/^[,，](?:why|skill\.accept|mcp\.accept|schedule\.remove)\s/iu.test(line)) return false
  return signs.some((sign) => sign.test(line)) || wordsOf(line).some(looksRandom)
}

const shortestSecret = 6

const signs = [
  // As providers mark theirs.
  /\b(?:sk|pk|rk|gsk|xai|hf|ghp|gho|ghu|ghs|glpat|npm|xox[abeprs]|github_pat|ya29|AIza|AKIA|ASIA)[-_.]?[\w-]{10,}/u,
  /\beyJ[\w-]{8,}\./u,
  /-----BEGIN [A-Z ]*PRIVATE KEY/u,
  // Said to be one.
  /(?:key|token|secret|passw(?:or)?d|passphrase|pwd|credentials?|authorization)["']?\s*(?:[:=：＝]|\bis\b)\s*["']?\S/iu,
  /(?:密码|口令|密钥|令牌)\s*(?:[:=：＝]|是|为)\s*\S/u,
  /\b(?:bearer|basic)\s+[\w+/=.~-]{8,}/iu,
  /--?(?:password|passwd|token|api-?key|secret)[\s=]+\S/iu,
  // user:password@host
  /\/\/[^\s/:@]*:[^\s/@]+@/u,
]

const wordsOf = (line: string): string[] => line.match(/[\w+/=-]{20,}/gu) ?? []

/** Letters and digits in no order that a word or a path has. */
function looksRandom(word: string): boolean {
  if (uuid.test(word)) return false
  const longest = word.split(/[/_-]/u).reduce((most, part) => (part.length > most.length ? part : most), '')
  const kinds = [/[a-z]/u, /[A-Z]/u, /\d/u].filter((kind) => kind.test(longest)).length
  return longest.length >= 32 ? kinds >= 2 : longest.length >= 20 && kinds === 3
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu
