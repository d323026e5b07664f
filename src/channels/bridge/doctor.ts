// Asks every peer of the bridge whether it knows our key and shares our groups, without a word in any of them.
import { randomUUID } from 'node:crypto'
import { contentType, writeEvent } from './envelope.ts'
import { sign } from './signature.ts'
import type { BridgeConfig } from './config.ts'
import { bad, ok, warn } from '../found.ts'
import type { Found } from '../plugin.ts'

type Peer = BridgeConfig['peers'][number]

const timeoutMs = 10_000
/** Above every limit: who believes all the rest refuses that, and takes nothing. */
const tooManyHops = 1_000_000
const mostGroups = 20
/** Clocks so far apart are told of, ms; a receiver stands 5 minutes. */
const muchMs = 60_000

export async function checkBridge({ id, peers }: BridgeConfig): Promise<Found[]> {
  const found = await Promise.all(peers.map((peer) => checkPeer(id, peer)))
  return found.flat()
}

async function checkPeer(own: string, peer: Peer): Promise<Found[]> {
  try {
    const answers = await Promise.all(
      peer.groups.slice(0, mostGroups).map(async (group) => ({ group, ...(await ask(own, peer, group)) })),
    )
    const shared = answers.filter(({ status }) => status === refusesHops).map(({ group }) => group)
    const left = peer.groups.length - answers.length
    const unasked = left > 0 ? `; ${left} more were not asked` : ''
    const others = new Map(answers.filter(({ status }) => status !== refusesHops).map((one) => [meaning(one), one]))
    const [apartMs = 0] = answers.map((one) => one.apartMs)
    return [
      ...(shared.length > 0 ? [ok(peer.id, `knows us, and shares ${shared.join(', ')}${unasked}`)] : []),
      ...Array.from(others.values(), (one) => refused(own, peer, one)),
      ...(Math.abs(apartMs) > muchMs ? [apart(peer, apartMs)] : []),
    ]
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    const found = `cannot be reached at ${peer.url}: ${cause?.code ?? message}`
    return [warn(peer.id, found, 'is it running, and does a proxy pass this path on?')]
  }
}

interface Answer {
  group: string
  status: number
}

const refusesHops = 422
/** Of pages and other programs. */
const noBridge: ReadonlySet<number> = new Set([404, 405, 415])

async function ask(own: string, { url, keys }: Peer, group: string) {
  const at = Date.now()
  const sender = { id: 'doctor', name: 'chime doctor' }
  const message = randomUUID()
  const told = { group, message, sender, text: 'Are you there?', mentions: [], hops: tooManyHops, root: message }
  const { id, body } = writeEvent(own, told, at)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': contentType, ...sign(keys.out, id, body, at) },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  const theirs = Date.parse(response.headers.get('date') ?? '')
  return { status: response.status, apartMs: Number.isNaN(theirs) ? 0 : theirs - at }
}

/** Answers that mean the same are told once. */
const meaning = ({ group, status }: Answer): string => (status === 403 ? group : String(status))

function refused(own: string, peer: Peer, { group, status }: Answer): Found {
  if (status === 401)
    return bad(peer.id, 'does not know our key', `a key under out of ${peer.id} must stand under in of ${own} there`)
  if (status === 403)
    return bad(
      peer.id,
      `does not take ${group} from us`,
      `there the peer with our key must be called ${own} and list the group`,
    )
  if (noBridge.has(status)) return bad(peer.id, `has no bridge at ${peer.url}`, 'correct bridge.peers[].url')
  if (status >= 300 && status < 400)
    return bad(
      peer.id,
      `answers ${status} at ${peer.url}: redirects are not followed`,
      'give the address that it leads to',
    )
  return warn(peer.id, `answered ${status} at ${peer.url}`, 'see its log')
}

const apart = (peer: Peer, ms: number): Found =>
  warn(
    peer.id,
    `has a clock ${Math.round(Math.abs(ms) / 60_000)} min ${ms > 0 ? 'ahead of' : 'behind'} ours`,
    'set both by NTP: above 5 minutes nothing is taken',
  )
