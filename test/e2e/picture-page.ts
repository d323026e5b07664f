// What the page gets of pictures: the address in the talk, and what comes from there.
import sharp from 'sharp'
import { vi } from 'vitest'
import type { TalkLine } from '../../src/feed/contract.ts'
import { waitFor } from './visitor.ts'

export const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .png()
    .toBuffer()

/** What the page gets of one bot's talk. */
export function pageOf(url: string, actor: string) {
  const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}${path}${path.includes('?') ? '&' : '?'}${String(new URLSearchParams(query))}`)
  const talk = async () => {
    const answer = await get('/api/talk', { actor })
    return answer.ok ? ((await answer.json()) as TalkLine[]) : []
  }
  return {
    get,
    talk,
    /** The picture's address, once the line with the words is there. */
    pathOf: async (isIt: (line: TalkLine) => boolean, index = 0): Promise<string | undefined> => {
      const { parts = [] } = await waitFor('the line', async () => (await talk()).find(isIt))
      const part = parts[index]
      return part && 'ref' in part ? part.ref : undefined
    },
  }
}

/** As a browser asks for it: until it is there or is refused. */
export async function looked(get: ReturnType<typeof pageOf>['get'], path = '', query = {}) {
  const answer = await vi.waitFor(
    async () => {
      const given = await get(path, query)
      if (given.status === 503) throw new Error('it is still fetched')
      return given
    },
    { timeout: 45_000, interval: 100 },
  )
  if (answer.status !== 200) return ((await answer.json()) as { code: string }).code
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return [answer.headers.get('content-type'), format, width, height].join(' ')
}
