// What a peer sends in: verified, checked, and handed to the service as a bot's message of its group (X1–X5).
import type { BridgeStore } from '../../store/bridge.ts'
import type { InboundMessage, Intake } from '../channel.ts'
import { type Whose, whoIs } from './bot-ids.ts'
import type { BridgePeer } from './config.ts'
import { readEvent, sourceOf } from './envelope.ts'
import { Refusal } from './refusal.ts'
import { claimOf, headSigner, type SignatureHeaders, signer } from './signature.ts'

/** What is known here of the groups. */
export interface Surroundings {
  /** The bots of this process that are in a group. */
  botsIn: (group: string) => string[]
  /** An own bot's id in a group, as the group's channel knows it; undefined: no such bot is there. */
  ownIdIn: (group: string, bot: string) => string | undefined
  /** Whether a person wrote the message, as its own channel told. */
  isPersons: (group: string, message: string) => boolean
}

interface Options extends Surroundings {
  /** Who we are to our peers. */
  id: string
  peers: readonly BridgePeer[]
  hopLimit: number
  store: BridgeStore
  now: () => number
  /** The wall clock, ms: what peers sign by. */
  wall: () => number
  intake: () => Intake | undefined
  /** A peer proved that it is there. */
  heard: (peer: string) => void
}

/** taken: safely stored · known: it was before. */
export type Receipt = 'taken' | 'known'

/**
 * `bodyOf` is told whose key signed the head, if anybody's did. Rejects with a Refusal; with anything else nothing was stored
 * and the peer tries again.
 */
export type Receive = (
  headers: Partial<SignatureHeaders>,
  bodyOf: (peer: string | undefined) => Promise<Buffer>,
) => Promise<Receipt>

export function makeReceive(options: Options): Receive {
  const { id: own, peers, hopLimit, store, now, wall, botsIn, ownIdIn, isPersons, intake, heard } = options
  const chimes = new Set([own, ...peers.map((each) => each.id)])
  return async (headers, bodyOf) => {
    const at = now()
    const claim = claimOf(headers, wall())
    const announced = headSigner(peers, claim)
    const body = await bodyOf(announced)
    // Whose key signed the head must have signed the whole: no other key is tried.
    const peer = signer(announced === undefined ? peers : peers.filter((each) => each.id === announced), claim, body)
    const { id, source, ts, bridged } = readEvent(body, peer)
    if (id !== claim.id) throw new Refusal(400, 'id is another one than webhook-id', peer)
    if (source !== sourceOf(peer)) throw new Refusal(403, 'source is not the one that the key belongs to', peer)
    if (!peers.some((each) => each.id === peer && each.groups.includes(bridged.group)))
      throw new Refusal(403, 'the group is not bridged with this peer', peer)
    if (store.hasSeen(peer, id)) return 'known'
    if (bridged.hops > hopLimit)
      throw new Refusal(422, `hops is above ${hopLimit}: bots alone have talked long enough`, peer)
    const hand = intake()
    if (!hand) throw new Refusal(503, 'the service is starting or stopping', peer)
    // By the peer's clock alone, which may be minutes off: how long ago it was said.
    const age = Math.max(0, Number(claim.timestamp) * 1000 - ts)
    const { group, message, text, replyTo, hops, root } = bridged
    const idHere = ({ chime, bot }: Whose): string =>
      (chime === own ? ownIdIn(group, bot) : undefined) ?? `${chime}/${bot}`
    // Never the id of one of ours, of a person, or of another peer's bot, whatever the peer says.
    const sender = { id: `${peer}/${bridged.sender.id}`, name: bridged.sender.name, bot: true }
    const inbound: InboundMessage = {
      id: message,
      group,
      ts: at - age,
      sender,
      text,
      mentions: bridged.mentions.map((who) => ({ id: idHere(whoIs(who.id, chimes, peer)), name: who.name })),
      ...(replyTo !== undefined && { replyTo }),
      bots: botsIn(group),
    }
    // Before the message: the answer to it goes on with its hops. A crash in between costs nothing. What a person said
    // is where a talk begins, whatever a peer says of it.
    if (!isPersons(group, message)) store.noteJourney(group, message, { hops, root }, at)
    await hand([inbound])
    store.noteSpeaker(group, sender, at)
    store.see(peer, id, at)
    heard(peer)
    return 'taken'
  }
}
