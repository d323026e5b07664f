// Two bots in a room of the real server: the service as it is configured, people with clients of their own.
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type Prosody, startProsody } from '../../tools/prosody.mjs'
import { person } from '../channels/xmpp/person.ts'
import { scriptedChat } from '../fakes/scripted-chat.ts'
import { iris, quick, rex, running, tempFolders } from './running.ts'
import { said, waitFor } from './visitor.ts'

export const bots = ['iris', 'rex'] as const
type Bot = (typeof bots)[number]
type Verdict = Parameters<typeof said>[0][number]

interface Options {
  social?: object
  reply?: Parameters<typeof scriptedChat>[0]
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
  return async ({ social, reply = (n) => `Take ${n} more samples.`, xmpp, passwords = {} }: Options = {}) => {
    if (!server) throw new Error('no server')
    const prosody = server
    const room = prosody.room(`lab${(made += 1)}`)
    const chat = await scriptedChat(reply)
    onTestFinished(chat.stop)
    const home = folder()
    const file = {
      bots: [iris, rex].map((bot) => ({ ...bot, model: chat.model })),
      groupSocial: { ...quick, loop: { maxBotTurns: 0 }, ...social },
      channels: {
        xmpp: {
          service: prosody.service,
          accounts: bots.map((bot) => ({ bot, jid: prosody.jid(bot), password: passwords[bot] ?? prosody.password })),
          rooms: [room],
          ...xmpp,
        },
      },
    }
    return {
      prosody,
      chat,
      room,
      home,
      file,
      comes: (name: string, nick?: string) => person(prosody, name, room, nick),
      start: (online: readonly Bot[] = bots) => started(home, file, online),
    }
  }
}

/** Resolves when these bots are online. */
async function started(home: string, file: object, online: readonly Bot[]) {
  const service = await running(home, file)
  onTestFinished(service.stop)
  const { lines } = service
  const timesLogged = (bot: Bot, msg: string) => lines.filter((line) => line['bot'] === bot && line.msg === msg).length
  const isOnline = (bot: Bot, times = 1) =>
    waitFor(`${bot} online`, () => timesLogged(bot, 'the bot is online') >= times || undefined)
  await Promise.all(online.map((bot) => isOnline(bot)))
  const verdicts = (bot: Bot): Verdict[] => lines.filter((line) => line['gate'] && line['bot'] === bot) as never
  return {
    ...service,
    isOnline,
    verdicts,
    /** What the bot's gates said in the turn with this message, once the turn has ended. */
    outcome: (bot: Bot, id: string): Promise<string[]> =>
      waitFor(`a turn of ${bot} with ${id}`, () => {
        const all = verdicts(bot)
        const turn = all.find(({ gate, messages }) => gate === 'dispatch' && messages.includes(id))?.turn
        const own = all.filter((verdict) => turn !== undefined && verdict.turn === turn)
        return own.some(({ gate, outcome }) => gate === 'dispatch' && outcome === 'end') ? said(own) : undefined
      }),
  }
}
