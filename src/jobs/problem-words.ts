// Keeps the everyday words of every bot's field: one charged model call a profile, and never in anybody's way.
import type { DatabaseSync } from 'node:sqlite'
import { exponentialBackOff } from '../../machines/rules/exponential.ts'
import type { BotConfig } from '../config/bots.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { hashOf, readWords, wordsRequest } from './profile-words.ts'
import type { Ceilings, HeldSlice } from '../llm/ceilings.ts'
import { type ChatMessage, ModelError } from '../llm/model.ts'
import type { BotProfile } from '../prompt/identity.ts'
import type { StoreLedger } from '../store/ledger.ts'
import { openWordStore } from '../store/profile-words.ts'
import type { Models } from '../llm/models.ts'
import { languagesIn, linesOfLanguage, wordsPromptAmong } from './spoken-languages.ts'

interface Options {
  db: DatabaseSync
  config: Pick<Config, 'bots'>
  /** With the persona as it is now. */
  profile: (bot: BotConfig) => BotProfile
  models: Pick<Models, 'reply'>
  ceilings: Pick<Ceilings, 'reserve' | 'book' | 'hold'>
  ledger: Pick<StoreLedger, 'spend'>
  log: Log
  now: () => number
}

/** The first seconds of a service are for those who speak to it. */
const firstLookMs = 10_000
const lookEveryMs = 60_000
const none: readonly string[] = []

/** Wait after the nth call for nothing, ms. */
const waitAfter = (tries: number): number =>
  exponentialBackOff({ firstMs: 10 * 60_000, longestMs: 24 * 60 * 60_000 }, tries)

export function openProblemWords({ db, config, profile, models, ceilings, ledger, log, now }: Options) {
  const store = openWordStore(db)
  const current = new Map<string, { hash: string; words: readonly string[] }>()
  const end = new AbortController()
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function renew(bot: BotConfig, spoken: readonly string[]): Promise<void> {
    const { id } = bot
    const its = profile(bot)
    const prompt = wordsPromptAmong(its, spoken)
    const hash = prompt ? hashOf(prompt) : ''
    if (current.get(id)?.hash === hash) return
    current.delete(id)
    const known = prompt && store.known(id, hash)
    if (known?.words) current.set(id, { hash, words: known.words })
    else if (prompt && (!known || now() >= known.at + waitAfter(known.tries))) await ask(bot, prompt, hash)
  }

  /** Each try is charged before it leaves, as if it took all: a crash or a stop meanwhile leaves nothing uncharged. */
  async function ask(bot: BotConfig, prompt: ChatMessage[], hash: string): Promise<void> {
    const { id } = bot
    const at = now()
    const model = models.reply(bot)
    const request = wordsRequest(prompt, model, end.signal)
    const most = request.reservedTokens ?? 0
    let charged = 0
    let slice: HeldSlice | undefined
    const charge = (tokens: number, alongside: () => void = () => undefined): void => {
      store.together(() => {
        ledger.spend(id, at, 0, tokens - charged)
        alongside()
      })
      ceilings.book(id, at, { messages: 0, tokens: tokens - charged })
      charged = tokens
    }
    const mayCost = (tokens: number): void => {
      if (slice && tokens > Math.max(most, charged))
        slice.more({ messages: 0, tokens: tokens - Math.max(most, charged) })
      const release = ceilings.reserve(id, { messages: 0, tokens: Math.max(0, tokens - charged) })
      try {
        charge(tokens)
      } finally {
        release()
      }
    }
    // Where the day's budget is used up, that counts as a call for nothing, too: it is not tried at every look.
    store.together(() => store.begin(id, hash, at))
    try {
      if (ceilings.hold) slice = await ceilings.hold(id, { messages: 0, tokens: most }, { messages: 0, tokens: 0 })
      const answer = await model.ask({ ...request, mayCost })
      const tokens = answer.tokens ?? request.reservedTokens
      const words = readWords({ ...answer, tokens })
      charge(tokens, () => store.put(id, hash, words))
      current.set(id, { hash, words })
      log.info({ bot: id, words: words.length, tokens }, 'the everyday words of its field are written')
    } catch (error) {
      if (end.signal.aborted) return
      if (error instanceof ModelError) charge(error.tokens ?? charged)
      throw error
    } finally {
      slice?.settle({ messages: 0, tokens: charged })
    }
  }

  async function lookAtAll(): Promise<void> {
    const spoken = languagesIn(store.newestLines(linesOfLanguage))
    for (const bot of config.bots) {
      if (bot.problemWords === false || models.reply(bot).rehearsal || end.signal.aborted) continue
      try {
        // oxlint-disable-next-line no-await-in-loop -- a model is not to be flooded at the start
        await renew(bot, spoken)
      } catch (error) {
        log.warn(
          { bot: bot.id, error: error instanceof Error ? error.message : String(error) },
          'the everyday words of its field could not be written: it is tried again later',
        )
      }
    }
  }

  /** Looks whether a profile is new, or a wait is over; never rejects, never twice at the same time. */
  function look(): Promise<void> {
    looking ??= lookAtAll()
      .catch((error: unknown) => log.warn({ error: String(error) }, 'the profiles could not be looked at'))
      .finally(() => (looking = undefined))
    return looking
  }

  return {
    /** Of a bot as it is now; the same list until it changes. */
    of: (bot: string): readonly string[] => current.get(bot)?.words ?? none,
    look,
    /** Looks by itself from now on. */
    start(): void {
      timer = setTimeout(() => {
        void look()
        timer = setInterval(() => void look(), lookEveryMs).unref()
      }, firstLookMs).unref()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      end.abort()
      await looking
    },
  }
}
