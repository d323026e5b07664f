// A party in XMPP rooms: on a server that runs already, else on a Prosody to throw away.
import { randomUUID } from 'node:crypto'
import type { Element } from '@xmpp/client'
import { bareOf, resourceOf, roomGroup } from '../../channels/xmpp/names.ts'
import { readMessage } from '../../channels/xmpp/stanza.ts'
import { InputError } from '../../terminal/failure.ts'
import { type Accounts, readAccounts } from './accounts.ts'
import { type Guest, openGuest } from './guest.ts'
import { findProsody, startProsody } from './prosody.ts'
import type { Scene, SceneOf } from './scene.ts'

interface Place extends Accounts {
  service: string
  addressOf(room: string): string
  /** Takes the rooms away. */
  clear(host: Guest, rooms: readonly string[]): Promise<void>
  end(): Promise<void>
}

/** `server`: of an existing one. */
export interface XmppServer {
  url: string
  /** A file. */
  accounts: string
}

/** Resolves when the people are in the rooms. */
export async function xmppScene(of: SceneOf, server: XmppServer | undefined): Promise<Scene> {
  const { rooms, people, bots, seen } = of
  const place = server ? existing(server, bots.length + people.length) : await thrownAway(of)
  const addresses = rooms.map(place.addressOf)
  const roomAt = new Map(rooms.map((room, i) => [addresses[i] ?? '', room]))
  const botNames = new Set(bots.map(({ name }) => name))
  /** The archive's id of a message to the one that it was said with. */
  const saidAs = new Map<string, string>()
  const guests = new Map<string, Guest>()
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => {})
  const botAccounts = bots.map(({ id }, i) => ({ bot: id, ...(place.accounts[i] as Accounts['accounts'][number]) }))

  function hear(stanza: Element): void {
    const from = stanza.attrs['from'] ?? ''
    const [room, by] = [roomAt.get(bareOf(from)), resourceOf(from)]
    if (room === undefined || by === undefined) return
    const { archiveId, wireId, text, reactions, replyTo } = readMessage(stanza, bareOf(from))
    if (archiveId !== undefined && wireId !== undefined && people.includes(by)) saidAs.set(archiveId, wireId)
    const words = text ?? reactions?.join(' ')
    if (words === undefined || !botNames.has(by)) return
    seen({ room, by, text: words, ...(replyTo !== undefined && { replyTo: saidAs.get(replyTo) ?? replyTo }) })
  }
  const stop = async (): Promise<void> => {
    const [host] = guests.values()
    try {
      if (host) await place.clear(host, addresses)
      await Promise.all(Array.from(guests.values(), (guest) => guest.close()))
    } finally {
      await place.end()
    }
  }
  const enter = async (nick: string, i: number): Promise<Guest> => {
    const account = { ...(place.accounts[bots.length + i] as Accounts['accounts'][number]), service: place.service }
    // One pair of eyes is enough for what everybody sees.
    const heard = i === 0 ? hear : () => {}
    const guest = await openGuest({ account, nick, rooms: addresses, heard, broken: broken.reject })
    guests.set(nick, guest)
    return guest
  }
  try {
    const [first = '', ...others] = people
    const host = await enter(first, 0)
    await Promise.all(addresses.map((address) => host.furnish(address)))
    // Whoever gets in although another one does not must be shown out.
    for (const each of await Promise.allSettled(others.map((nick, i) => enter(nick, i + 1))))
      if (each.status === 'rejected') throw each.reason
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
  return {
    groupOf: (room) => roomGroup(place.addressOf(room)),
    channels: (here) => ({
      web: { host: '127.0.0.1', port: 0 },
      xmpp: {
        service: place.service,
        accounts: botAccounts.filter(({ bot }) => here.includes(bot)),
        peers: botAccounts.filter(({ bot }) => !here.includes(bot)).map(({ jid }) => jid),
        rooms: addresses,
      },
    }),
    online: (here) => here,
    begin() {},
    say: async ({ room, who, id, text }) => guests.get(who)?.say(place.addressOf(room), id, text),
    broken: broken.promise,
    stop,
  }
}

function existing({ url, accounts: file }: XmppServer, needed: number): Place {
  const accounts = readAccounts(file, needed)
  // Somebody else's rooms may have the plain names.
  const party = randomUUID().slice(0, 8)
  return {
    ...accounts,
    service: url,
    addressOf: (room) => `chime-${party}-${room}@${accounts.rooms}`.toLowerCase(),
    clear: async (host, rooms) => void (await Promise.allSettled(rooms.map((room) => host.destroy(room)))),
    end: () => Promise.resolve(),
  }
}

async function thrownAway({ people, bots, watch }: SceneOf): Promise<Place> {
  if (!findProsody())
    throw new InputError(
      'no Prosody on the PATH for --channel xmpp: run `apt-get install prosody` as root, or name a server with --xmpp and --accounts',
    )
  // The server's files are called like its users: ids may have signs that it writes otherwise.
  const users = [...bots.map((_, i) => `bot${i + 1}`), ...people.map((_, i) => `person${i + 1}`)]
  const prosody = await startProsody(users, { watch })
  return {
    rooms: 'conference.localhost',
    accounts: users.map((user) => ({ jid: prosody.jid(user), password: prosody.password })),
    service: prosody.service,
    addressOf: prosody.room,
    clear: () => Promise.resolve(),
    end: prosody.stop,
  }
}
