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

/** The text without what it quotes of the prompt: what people said stays out of logs and tapes. */
export function withoutQuotes(text: string, prompt: readonly { content: string }[]): string {
  const said = prompt.map(({ content }) => content).join('\n')
  let kept = ''
  for (let at = 0; at < text.length;) {
    let end = at + shortestQuote
    if (end > text.length || !said.includes(text.slice(at, end))) {
      kept += text.charAt(at)
      at += 1
      continue
    }
    while (end < text.length && said.includes(text.slice(at, end + 1))) end += 1
    kept += '…'
    at = end
  }
  return kept
}
