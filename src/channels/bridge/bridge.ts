// The bridge: peers hear what the own bots say in the groups they share, and say theirs (X1–X7).
import type { ActorOptions, AnyActorLogic } from 'xstate'
import type { ConnectionRow } from '../../feed/contract.ts'
import type { BridgeStore } from '../../store/bridge.ts'
import type { Intake } from '../channel.ts'
import type { BridgePeer } from './config.ts'
import { type BridgedMessage, writeEvent } from './envelope.ts'
import { type LineOptions, openPeerLine } from './peer-line.ts'
import { makeReceive, type Surroundings } from './receive.ts'

export interface BridgeOptions extends Omit<LineOptions, 'clock'>, Surroundings {
  /** Who we are to our peers. */
  id: string
  peers: readonly BridgePeer[]
  hopLimit: number
  store: BridgeStore
  /** A reply that peers are not told, since bots alone have talked long enough. */
  keptBack: (reply: KeptBack) => void
  clock?: ActorOptions<AnyActorLogic>['clock']
}

export type Bridge = ReturnType<typeof makeBridge>

export interface KeptBack {
  group: string
  message: string
  bot: string
  hops: number
}

export interface Said extends Omit<BridgedMessage, 'hops' | 'root'> {
  /** Ids of the messages whose journey it continues. */
  batch: readonly string[]
}

/** Waiting for one peer; the oldest give way. */
const mostWaiting = 1_000

export function makeBridge(options: BridgeOptions) {
  const { id, peers, hopLimit, store, now, wall, expired, keptBack } = options
  const lines = new Map<string, ReturnType<typeof openPeerLine>>()
  const news = new Set<string>()
  /** By message: a transaction that is tried again keeps the same one back. */
  const silenced = new Map<string, KeptBack>()
  let intake: Intake | undefined
  const peersOf = (group: string) => peers.filter(({ groups }) => groups.includes(group))

  return {
    /** Whether any peer shares the group. */
    has: (group: string): boolean => peersOf(group).length > 0,
    /**
     * An own bot's reply. Call it inside the transaction that books it as sent; nothing is sent before `wake`. False: bots
     * alone have talked long enough, and nobody is told (X3).
     */
    said({ batch, ...reply }: Said, at: number): boolean {
      const before = store.journeyOf(reply.group, batch)
      const hops = (before?.hops ?? 0) + 1
      const root = before?.root ?? batch.at(0) ?? reply.message
      store.noteJourney(reply.group, reply.message, { hops, root }, at)
      if (hops > hopLimit) {
        const { group, message, sender } = reply
        silenced.set(JSON.stringify([group, message]), { group, message, bot: sender.id, hops })
        return false
      }
      const event = writeEvent(id, { ...reply, hops, root }, at - now() + wall())
      for (const peer of peersOf(reply.group)) {
        const givenUp = store.queue(peer.id, { ...event, at }, mostWaiting)
        if (givenUp > 0) {
          lines.get(peer.id)?.notTold(givenUp)
          expired(peer.id, givenUp)
        }
        news.add(peer.id)
      }
      return true
    },
    /** After the commit. Never blocks. */
    wake(): void {
      for (const peer of news) lines.get(peer)?.wake()
      news.clear()
      const kept = [...silenced.values()]
      silenced.clear()
      for (const reply of kept) {
        keptBack(reply)
        for (const peer of peersOf(reply.group)) lines.get(peer.id)?.notTold(1)
      }
    },
    receive: makeReceive({ ...options, now, intake: () => intake, heard: (peer) => lines.get(peer)?.heard() }),
    standings: (): ConnectionRow[] => [...lines.values()].map((line) => line.standing()),
    /** False: there is no such peer. */
    retry(peer: string): boolean {
      const line = lines.get(peer)
      line?.retry()
      return line !== undefined
    },
    start(to: Intake): void {
      intake = to
      for (const peer of peers) lines.set(peer.id, openPeerLine(peer, options))
    },
    async stop(): Promise<void> {
      intake = undefined
      await Promise.all([...lines.values()].map((line) => line.stop()))
      lines.clear()
    },
  }
}
