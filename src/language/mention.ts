// Tells whether and how a text names the bot (M1–M4), for channels that carry no structured mentions.
import { endsBySign, isCall, speaksTo } from './calls.ts'
import { type Name, type Named, namesOf } from './names.ts'
import { type Spoken, spokenOf } from './spoken.ts'
import { type Cuts, hanCuts, hasJoinedLetter, namePattern, type WordCost } from './word-edges.ts'

/** `called`: spoken to, as in `Iris, …`, `hey Iris`, `@Iris`; `named`: spoken of. Both are mentions. */
export type Naming = 'called' | 'named'

/**
 * Compiled once per bot; each call takes a raw message. A name counts where it stands as a word of its own:
 *
 * - Next to Latin, Cyrillic, Greek and other letters of scripts with spaces, and digits, it must end.
 * - Next to Han, Kana, Hangul, Thai, Lao, Khmer and Burmese it may stand anywhere, unless it cuts through a word: for Han by
 *   `costOf`, for others, and where that knows nothing, by ICU's dictionary. Only its end may, where a sign such as 说 or 吗
 *   shows that the name is over.
 * - Everyday words and names of one character count only where they are called or carry an `@`.
 * - Code, quoted lines, URLs and e-mail addresses do not count, except an address that is itself a keyword (a whole id).
 */
export function makeMentionMatcher(
  bot: Named,
  costOf: WordCost = () => undefined,
): (text: string) => Naming | undefined {
  const wanted = namesOf(bot).map((name) => ({
    ...name,
    // It must occur before anything dearer is tried.
    needle: name.text.split(' ', 1)[0] ?? name.text,
    pattern: compiledOnce(name.text),
    isJoined: hasJoinedLetter(name.text),
  }))

  return (text) => {
    const spoken = spokenOf(text)
    let naming: Naming | undefined
    for (const name of wanted) {
      if (spoken.addresses.includes(name.text)) naming = 'named'
      if (!spoken.text.includes(name.needle)) continue
      for (const { 0: hit, index } of spoken.text.matchAll(name.pattern())) {
        const found = namingAt(spoken, name, index, index + hit.length, costOf)
        if (found === 'called') return found
        naming ??= found
      }
    }
    return naming
  }
}

/** When a text first holds the name: to compile all of them takes seconds where there are thousands of bots. */
function compiledOnce(name: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => (pattern ??= namePattern(name))
}

function namingAt(
  spoken: Spoken,
  name: Name & { isJoined: boolean },
  start: number,
  end: number,
  costOf: WordCost,
): Naming | undefined {
  const { text, openings } = spoken
  const opening = openings().get(start)
  if (name.isJoined) {
    const cuts = hanCuts(text, start, end, costOf) ?? icuCuts(spoken, start, end)
    if (cuts.start || (cuts.end && !endsBySign(text, end, opening))) return undefined
  }
  if (opening !== undefined && isCall(text, start, end, opening, name.kind)) return 'called'
  if (name.kind !== 'sure') return undefined
  return speaksTo(text, start, end, name.isJoined) ? 'called' : 'named'
}

const icuCuts = ({ inside }: Spoken, start: number, end: number): Cuts => ({
  start: inside().has(start),
  end: inside().has(end),
})
