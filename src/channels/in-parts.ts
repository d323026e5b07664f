// Posts a reply part by part, in order: what stands in the chat was said, even if the rest never follows.
import { isPermanent, nothingVisible } from './channel.ts'

/**
 * Resolves with what `post` made of the parts that stand, the first one first; a try after a half delivery goes on where it
 * stopped, for `post` knows what stands. Rejects with a ChannelError where nothing does, or the rest may follow later.
 */
export async function inParts<Part, Posted>(
  parts: readonly Part[],
  post: (part: Part, n: number) => Promise<Posted> | Posted,
): Promise<[Posted, ...Posted[]]> {
  const posted: Posted[] = []
  for (const [n, part] of parts.entries()) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the parts stand in their order
      posted.push(await post(part, n))
    } catch (error) {
      if (posted.length === 0 || !isPermanent(error)) throw error
      break
    }
  }
  const [first, ...rest] = posted
  if (first === undefined) throw nothingVisible()
  return [first, ...rest]
}
