// Two bots in a room of the real server: the service as it is configured, people with clients of their own.
import { afterAll, beforeAll } from 'vitest'
import { type Prosody, startProsody } from '../../tools/prosody.mjs'
import { person } from '../channels/xmpp/person.ts'
import { online } from './online.ts'
import { tempFolders } from './running.ts'
import { onPlatform, type PlatformOptions } from '../world/service-world.ts'

export const bots = ['iris', 'rex'] as const
type Bot = (typeof bots)[number]

interface Options extends PlatformOptions {
  /** Of the channel's keys. */
  xmpp?: object
  passwords?: Partial<Record<Bot, string>>
}

export const isLeftOut = process.env['CHIME_SKIP_XMPP'] === '1'

/** Call at the top of a test file: the server is the file's, each room is its test's. */
export function xmppRooms() {
  const folder = tempFolders()
  let server: Prosody | undefined
  let made = 0
  beforeAll(async () => {
    if (!isLeftOut) server = await startProsody(['iris', 'rex', 'ann', 'bo', 'cy'])
  })
  afterAll(() => server?.stop())
  return async ({ social, reply, xmpp, passwords = {} }: Options = {}) => {
    if (!server) throw new Error('no server')
    const prosody = server
    const room = prosody.room(`lab${(made += 1)}`)
    const accounts = bots.map((bot) => ({
      bot,
      jid: prosody.jid(bot),
      password: passwords[bot] ?? prosody.password,
    }))
    const world = await onPlatform(
      folder(),
      { xmpp: { service: prosody.service, accounts, rooms: [room], ...xmpp } },
      { social, reply, hasCompany: false },
    )
    const { home, file } = world
    return {
      ...world,
      prosody,
      room,
      comes: (name: string, nick?: string) => person(prosody, name, room, nick),
      start: (awaited: readonly Bot[] = bots) => online(home, file, awaited),
    }
  }
}
