// A room of a real XMPP server with two people in it; the bots' streams go through a relay that can cut them.
import { randomUUID } from 'node:crypto'
import { xml } from '@xmpp/client'
import { ns } from '../../../src/channels/xmpp/names.ts'
import { makeXmppChannel } from '../../../src/channels/xmpp/xmpp-channel.ts'
import type { Prosody } from '../../../tools/prosody.mjs'
import { plainOptions } from '../xmpp/channel-world.ts'
import { newestAlone, person } from '../xmpp/person.ts'
import { startRelay } from '../xmpp/relay.ts'
import { bots } from './online.ts'
import type { Posted, World } from './world.ts'

const refusals = {
  unavailable: 'wait internal-server-error',
  rateLimited: 'wait policy-violation',
  permanent: 'auth forbidden',
}

export async function xmppWorld(prosody: Prosody, room: string): Promise<World> {
  const relay = await startRelay(prosody.service)
  const ann = await person(prosody, 'ann', room)
  const people = new Map([
    ['ann', ann],
    ['bo', await person(prosody, 'bo', room)],
  ])
  /** By the archive's id: what its writer called a message. */
  const wires = new Map<string, string>()
  const idOf = (nick: string) => bots.find(({ name }) => name === nick)?.id ?? nick
  const change = (...children: Parameters<typeof xml>[2][]) =>
    void ann.raw(xml('message', { to: room, type: 'groupchat', id: randomUUID() }, ...children))

  return {
    group: `xmpp:${room}`,
    open: (corrected) =>
      makeXmppChannel({
        accounts: new Map(
          bots.map(({ id }) => [
            id,
            { jid: prosody.jid(id), password: prosody.password, service: relay.service, rooms: [room] },
          ]),
        ),
        ...plainOptions,
        rejoinMs: 20,
        corrected,
      }),
    async says(who, text, { mentions = [], replyTo } = {}) {
      const wire = randomUUID()
      const how = { id: wire, mentions: mentions.map((bot) => `xmpp:${prosody.jid(bot)}`) }
      const id = (await people.get(who)?.say(text, { ...how, ...(replyTo !== undefined && { replyTo }) })) ?? ''
      wires.set(id, wire)
      return id
    },
    async posted() {
      await ann.upToDate()
      const all = new Map<string, Posted & { reactions: string[] }>()
      for (const { id, by, text, replyTo, reaction, replaces } of ann.heard) {
        const corrected = all.get(replaces ?? '')
        if (corrected) {
          corrected.text = text
          continue
        }
        const on = all.get(replyTo ?? '')
        // What a sender puts on a message stands for all that it put there before (XEP-0444).
        if (reaction !== undefined && on) {
          const others = on.reactions.filter((each) => !each.startsWith(`${idOf(by)} `))
          on.reactions = reaction === '' ? others : [...others, `${idOf(by)} ${reaction}`]
        } else if (reaction === undefined)
          all.set(id, { id, by: idOf(by), text, ...(replyTo && { replyTo }), reactions: [] })
      }
      return [...all.values()]
    },
    isIdle: () => relay.open() === 0,
    /** Who comes in again is shown what was said. */
    async redeliver() {
      await Promise.all(bots.map(({ name }) => ann.kick(name)))
    },
    loseAnswer: relay.loseNextEcho,
    refuse: (kind) => prosody.refuseNext(room, refusals[kind]),
    hang: () => prosody.refuseNext(room, 'silent'),
    isHanging: () => prosody.wasSilent(room),
    edit: (id, text) => change(xml('replace', { xmlns: ns.correct, id: wires.get(id) }), xml('body', {}, text)),
    takeBack: (id) => change(xml('retract', { xmlns: ns.retract, id })),
    async whispers(who, bot, text) {
      await people.get(who)?.tell(prosody.jid(bot), text)
      return newestAlone(prosody, bot, text)
    },
    isTyping: (bot) =>
      ann.states.findLast((state) => idOf(state.split(':', 1)[0] ?? '') === bot)?.endsWith('composing') ?? false,
    stop: relay.stop,
  }
}
