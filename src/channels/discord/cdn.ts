// Which files are in the platform’s own store.

const cdn = 'https://cdn.discordapp.com'
/** The same files beside the usual store: pictures made smaller, stickers that move. */
const media = 'https://media.discordapp.net'

/** Whether a file lies in the store that is configured; nothing else is ever read. */
export function isOfCdn(url: string, store: string): boolean {
  const origin = URL.parse(url)?.origin
  return origin !== undefined && (origin === URL.parse(store)?.origin || (store === cdn && origin === media))
}
