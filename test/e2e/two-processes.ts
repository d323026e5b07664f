// Two services, each a process with a bot and a store of its own, in a room of the real server with three people.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type Prosody, startProsody } from '../../tools/prosody.mjs'
import { person } from '../channels/xmpp/person.ts'
import { botsIn, type Verdict } from './online.ts'
import { iris, quick, rex, tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { waitFor } from './visitor.ts'
import { chatting } from '../world/service-world.ts'

type Bot = 'iris' | 'rex'

interface Options {
  /** What each says, by the number of the reply. */
  says?: Record<Bot, (n: number) => string>
  /** Of both, or of one. */
  social?: object
  socialOf?: Partial<Record<Bot, object>>
}

const colleagues = `| Name | ID | Role | Expertise |
| ---- | ---- | ---- | ---- |
${[iris, rex].map(({ id, name, role, expertise }) => `| ${name} | ${id} | ${role} | ${expertise} |`).join('\n')}
`

/** Call at the top of a describe: the server is the file's, each room is its test's. */
export function twoProcesses() {
  const folder = tempFolders()
  let server: Prosody | undefined
  let made = 0
  beforeAll(async () => {
    server = await startProsody(['iris', 'rex', 'ann', 'bo', 'cy', 'dee'])
  })
  afterAll(() => server?.stop())

  return async ({ says = { iris: irisSays, rex: rexSays }, social = {}, socialOf = {} }: Options = {}) => {
    if (!server) throw new Error('no server')
    const prosody = server
    const room = prosody.room(`lab${(made += 1)}`)
    const [ann, bo, cy] = [
      await person(prosody, 'ann', room),
      await person(prosody, 'bo', room),
      await person(prosody, 'cy', room),
    ]
    const enter = async (bot: typeof iris) => {
      const id = bot.id as Bot
      const chat = await chatting(says[id])
      const home = folder()
      mkdirSync(join(home, 'group'))
      writeFileSync(join(home, 'group', 'lab.md'), colleagues)
      const service = {
        service: prosody.service,
        accounts: [{ bot: id, jid: prosody.jid(id), password: prosody.password }],
        rooms: [room],
      }
      const start = (file?: object) => startedIn(id, home, file)
      const first = await start({
        bots: [{ ...bot, model: chat.model }],
        groupSocial: { ...quick, ...social, ...socialOf[id] },
        channels: { xmpp: service },
      })
      return { chat, first, again: () => start() }
    }
    return {
      prosody,
      ann,
      bo,
      cy,
      ...(Object.fromEntries(
        await Promise.all([iris, rex].map(async (bot) => [bot.id, await enter(bot)] as const)),
      ) as Record<Bot, Awaited<ReturnType<typeof enter>>>),
      /** All that stands in the room, as somebody who comes later is shown it. */
      async archive(): Promise<string[]> {
        const dee = await person(prosody, 'dee', room, 'dee', 100)
        const id = await dee.say('What did I miss?')
        return transcript(dee).slice(
          0,
          dee.heard.findIndex((message) => message.id === id),
        )
      },
    }
  }
}

const irisSays = (n: number): string => `Take ${n} more samples.`
const rexSays = (n: number): string => `Run it ${n} more times.`

/** What somebody saw in the room. */
export const transcript = ({ heard }: { heard: readonly { by: string; text: string }[] }): string[] =>
  heard.map(({ by, text }) => `${by}: ${text}`)

/** Resolves when the bot of that process is in the room. */
async function startedIn(bot: Bot, home: string, file?: object) {
  const service = await spawned(home, file)
  onTestFinished(() => service.kill())
  const log = botsIn(service.lines)
  const isOnline = (times?: number) => log.isOnline(bot, times)
  await isOnline()
  const verdicts = () => log.verdicts(bot)
  return {
    ...service,
    isOnline,
    verdicts,
    hasNoticed: () =>
      waitFor(`${bot} to notice`, () => log.linesOf({ bot, msg: 'the line to the channel broke' })[0] && true),
    verdict: (gate: string, outcome: string): Promise<Verdict> =>
      waitFor(`${bot}: ${gate} ${outcome}`, () =>
        verdicts().find((verdict) => verdict.gate === gate && verdict.outcome === outcome),
      ),
    outcome: (id: string) => log.outcome(bot, id),
  }
}
