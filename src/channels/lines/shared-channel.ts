// A channel with a line a bot, on one of several workers: what needs the line is done here while it is here, else passed on.
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Channel, PostedMessage } from '../channel.ts'
import type { OwnChannel } from '../plugin.ts'
import { type Ask, type Asked, mimeHeader } from './passing.ts'
import type { SharedLine } from './shared.ts'
import { type Held, waitingLine } from './waiting-line.ts'

export interface Holding {
  /** Of the line that a bot needs. */
  lineOf(bot: string): string
  /** undefined: it is not here. */
  local(bot: string): Channel | undefined
  /** Whatever bot's is here; undefined: none is. */
  anyLocal(): Channel | undefined
  whenHeld(bot: string, signal: AbortSignal): Promise<Held>
  holder(line: string): Promise<object | undefined>
}

interface Options {
  /** What it can do is known of it, wherever the lines are. */
  template: OwnChannel
  bots: readonly string[]
  holding: Holding
  ask: Ask
  /** Who a bot is can be told without its line. */
  tellsBots: boolean
}

const sent = z.object({ id: z.string(), echo: z.array(z.any()).optional() })
const self = z.object({ id: z.string(), name: z.string() })
const groupFigures = z.object({ title: z.string().optional(), people: z.array(z.string()).optional() })

/** What another worker said of a group counts for so long, ms. */
const rememberedMs = 30_000

export function sharedChannel({ template, bots, holding, ask, tellsBots }: Options): OwnChannel {
  const { name, react, unreact, edit, download, typing, titleOf, people } = template
  const { lineOf, local, anyLocal, whenHeld, holder } = holding
  const remembered = new LRUCache<string, { figures: z.infer<typeof groupFigures> }>({ max: 2_000, ttl: rememberedMs })

  const passed = (method: Asked['method'], bot: string, given: unknown, signal?: AbortSignal): Promise<Response> =>
    ask({ channel: name, line: lineOf(bot), method, given }, signal)
  const done =
    (method: 'react' | 'unreact' | 'edit') =>
    async (given: { bot: string }, signal: AbortSignal): Promise<void> => {
      const here = local(given.bot)
      if (here) await here[method]?.(given as never, signal)
      else await (await passed(method, given.bot, given, signal)).body?.cancel()
    }

  /** Asked in the background: whoever wants to know now gets what was said last. */
  function figureOf<Name extends 'title' | 'people'>(what: Name, method: 'titleOf' | 'people', group: string) {
    const key = `${what} ${group}`
    const known = remembered.get(key, { allowStale: true })?.figures[what]
    if (remembered.has(key)) return known
    remembered.set(key, { figures: { [what]: known } })
    void askAnyOf(method, group).then(
      (figures) => remembered.set(key, { figures }),
      () => {},
    )
    return known
  }
  async function askAnyOf(method: 'titleOf' | 'people', group: string) {
    const found = bots.map(async (bot) => groupFigures.parse(await (await passed(method, bot, group)).json()))
    return Promise.any(found)
  }

  async function shown(bot: string, group: string, message: string): Promise<() => Promise<void>> {
    const here = local(bot)
    if (here) return (await here.typing?.(bot, group, message)) ?? (() => Promise.resolve())
    const ending = new AbortController()
    const showing = passed('typing', bot, [bot, group, message], ending.signal)
    // Nobody waits for it: that it cannot be shown matters to nobody.
    showing.catch(() => {})
    return async () => {
      ending.abort()
      await showing.then(({ body }) => body?.cancel()).catch(() => {})
    }
  }

  return {
    ...template,
    async identify(bot) {
      const here = tellsBots ? template : local(bot.id)
      return here ? here.identify(bot) : self.parse(await (await passed('identify', bot.id, bot)).json())
    },
    connect: (bot, line) =>
      Promise.resolve(
        waitingLine({
          bot,
          line: line as SharedLine,
          whenHeld: (signal) => whenHeld(bot.id, signal),
          isElsewhere: async () => (await holder(lineOf(bot.id))) !== undefined,
        }),
      ),
    async send(reply, signal) {
      const here = local(reply.bot)
      if (here) return here.send(reply, signal)
      const { id, echo } = sent.parse(await (await passed('send', reply.bot, reply, signal)).json())
      return { id, ...(echo && { echo: echo as PostedMessage[] }) }
    },
    ...(react && { react: done('react') }),
    ...(unreact && { unreact: done('unreact') }),
    ...(edit && { edit: done('edit') }),
    ...(download && {
      async download(what, signal) {
        const here = local(what.bot)
        if (here?.download) return here.download(what, signal)
        const response = await passed('download', what.bot, what, signal)
        const mime = response.headers.get(mimeHeader)
        return { bytes: await response.bytes(), ...(mime !== null && { mime }) }
      },
    }),
    ...(typing && { typing: shown }),
    ...(titleOf && { titleOf: (group) => anyLocal()?.titleOf?.(group) ?? figureOf('title', 'titleOf', group) }),
    ...(people && { people: (group) => anyLocal()?.people?.(group) ?? figureOf('people', 'people', group) }),
  } satisfies OwnChannel
}
