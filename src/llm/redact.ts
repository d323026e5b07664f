// What must not go on with the words of a model's server: keys, however they are written, and the prompt.

/** Shorter runs stand in every text. */
const shortestQuote = 8

/** A secret as it is, and as JSON, addresses and headers write it. */
export const spellingsOf = (secret: string): string[] => [
  ...new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ]),
]

/** Signs of a key: what is shorter is a word like `ollama`, which a server that needs none is given. */
const shortestKey = 12

const signsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** Whether a text holds a key in any spelling, however its signs are spaced, marked or hidden in between. */
export function holdsKey(text: string, key = ''): boolean {
  if (key.length < shortestKey) return false
  const signs = signsOf(text)
  return spellingsOf(key)
    .map(signsOf)
    .some((spelling) => spelling.length >= shortestKey && signs.includes(spelling))
}

/** The text with stars for the key; names of hosts are written in small letters. */
export const withoutKey = (text: string, key = ''): string =>
  (key === '' ? [] : spellingsOf(key)).reduce(
    (kept, spelling) => kept.replaceAll(new RegExp(RegExp.escape(spelling), 'gi'), '***'),
    text,
  )

/** The text without what it quotes of the prompt: what people said stays out of logs and tapes. */
export function withoutQuotes(text: string, prompt: readonly { content: string }[]): string {
  const quotable = runsOf(prompt.map(({ content }) => content).join('\n'))
  let kept = ''
  for (let at = 0; at < text.length;) {
    let end = at + shortestQuote
    if (!quotable.has(text.slice(at, end))) {
      kept += text.charAt(at)
      at += 1
      continue
    }
    while (end < text.length && quotable.has(text.slice(end + 1 - shortestQuote, end + 1))) end += 1
    kept += '…'
    at = end
  }
  return kept
}

/** All runs of the shortest length, so that the search does not go through the prompt for each sign of a text. */
function runsOf(text: string): Set<string> {
  const runs = new Set<string>()
  for (let at = 0; at + shortestQuote <= text.length; at += 1) runs.add(text.slice(at, at + shortestQuote))
  return runs
}
