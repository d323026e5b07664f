// Two services that know each other before either has a port: relays on loopback that also write down what passes.
import { onTestFinished } from 'vitest'
import { key } from '../channels/bridge/bridge-world.ts'
import { loopback } from '../world/loopback.ts'
import { quick, running } from './running.ts'

export interface Passed {
  from: string
  hops: number
  text: string
  message: string
  mentions: { id: string; name: string }[]
  status: number
}

/** Leads to `target` once that is set; answers 503 as long as it is not. */
export async function relay(passed: Passed[]) {
  const state: { target?: string | undefined } = {}
  const { url, stop } = await loopback(async (request, response, body) => {
    const { source, data } = JSON.parse(body) as { source: string; data: Omit<Passed, 'from' | 'status'> }
    const { hops, text, message, mentions } = data
    let status = 503
    if (state.target !== undefined) {
      const headers = Object.entries(request.headers).filter(([name]) => /^(?:webhook|content-type)/.test(name))
      // The target may just be stopping.
      const answer = await fetch(state.target + (request.url ?? ''), {
        method: 'POST',
        headers: headers as [string, string][],
        body,
      }).catch(() => undefined)
      status = answer?.status ?? 503
    }
    passed.push({ from: source, hops, text, message, mentions, status })
    response.writeHead(status).end()
  })
  onTestFinished(stop)
  return { url, state }
}

interface Chime {
  id: string
  bot: { id: string; name: string; model: object }
}

/** `over`: further keys of both configurations. */
export async function bridged(folder: () => string, [a, b]: [Chime, Chime], over: object = {}, hopLimit = 4) {
  const passed: Passed[] = []
  const [toA, toB] = [await relay(passed), await relay(passed)]
  const file = (own: Chime, other: Chime, url: string, [ours, theirs]: [string, string]) => ({
    bots: [{ role: 'colleague', expertise: 'statistics, samples', ...own.bot }],
    groupSocial: { ...quick, policy: 'mention', ...over },
    bridge: {
      id: own.id,
      hopLimit,
      peers: [{ id: other.id, url, keys: { in: [theirs], out: [ours] }, groups: ['web:lobby'] }],
    },
  })
  const folderOfA = folder()
  const fileOfA = file(a, b, toB.url, [key(1), key(2)])
  const alpha = await running(folderOfA, fileOfA)
  const beta = await running(folder(), file(b, a, toA.url, [key(2), key(1)]))
  onTestFinished(async () => void (await Promise.all([alpha.stop(), beta.stop()])))
  toA.state.target = alpha.url
  toB.state.target = beta.url
  return { alpha, beta, passed, toA, toB, again: () => running(folderOfA, fileOfA) }
}
