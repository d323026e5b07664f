// What a peer sends in: verified, checked, and handed to the service as a bot's message of its group (X1–X5).
import type { BridgeStore } from '../../store/bridge.ts'
import type { InboundMessage, Intake } from '../channel.ts'
import type { BridgePeer } from './bridge-peer.ts'
import { readEvent, sourceOf } from './envelope.ts'
import { Refusal } from './refusal.ts'
import { type SignatureHeaders, signer } from './signature.ts'

interface Options {
  peers: readonly BridgePeer[]
  hopLimit: number
  store: BridgeStore
  now: () => number
  /** The bots of this process that are in a group. */
  botsIn: (group: string) => string[]
  intake: () => Intake | undefined
}

/** taken: safely stored · known: it was before. */
export type Receipt = 'taken' | 'known'

/** Rejects with a Refusal; with anything else nothing was stored and the peer tries again. */
export type Receive = (headers: Partial<SignatureHeaders>, body: Buffer) => Promise<Receipt>

export function makeReceive({ peers, hopLimit, store, now, botsIn, intake }: Options): Receive {
  return async (headers, body) => {
    const at = now()
    const peer = signer(peers, headers, body, at)
    const { id, source, ts, told } = readEvent(body, peer)
    if (id !== headers['webhook-id']) throw new Refusal(400, 'id is another one than webhook-id', peer)
    if (source !== sourceOf(peer)) throw new Refusal(403, 'source is not the one that the key belongs to', peer)
    if (!peers.some((each) => each.id === peer && each.groups.includes(told.group)))
      throw new Refusal(403, 'the group is not bridged with this peer', peer)
    if (store.hasSeen(peer, id)) return 'known'
    if (told.hops > hopLimit)
      throw new Refusal(422, `hops is above ${hopLimit}: bots alone have talked long enough`, peer)
    const hand = intake()
    if (!hand) throw new Refusal(503, 'the service is starting or stopping', peer)
    const { group, message, sender, text, replyTo, mentions, hops, root } = told
    const inbound: InboundMessage = {
      id: message,
      group,
      ts,
      // Never the id of one of ours, of a person, or of another peer's bot, whatever the peer says.
      sender: { id: `${peer}/${sender.id}`, name: sender.name, bot: true },
      text,
      mentions,
      ...(replyTo !== undefined && { replyTo }),
      bots: botsIn(group),
    }
    // Before the message: the answer to it goes on with its hops. A crash in between costs nothing.
    store.noteJourney(group, message, { hops, root }, at)
    await hand([inbound])
    store.see(peer, id, at)
    return 'taken'
  }
}
