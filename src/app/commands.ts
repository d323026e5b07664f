// What commands of operators are answered from: the talk, and why a bot spoke or stayed silent.
import { type Config, settingsFor } from '../config/config.ts'
import type { WindowName } from '../../machines/group/settings.ts'
import type { GroupParts } from '../jobs/hosted-group.ts'
import { type Naming, sentenceOf } from '../outcomes/sentence.ts'
import { lastTurnOf, storyOf } from '../outcomes/story.ts'
import { partsOf } from '../room/key.ts'
import type { RunTape } from '../store/run-tape.ts'
import type { TalkStore } from '../store/talk.ts'
import { archiveTapeOnce } from '../store/tape-archive.ts'
import type { Tape } from '../store/tape.ts'

interface Options {
  config: Config
  tape: Pick<Tape, 'read'>
  /** Of what runs did. */
  tapes: GroupParts['commands']['tape'] & Pick<RunTape, 'after' | 'before'>
  talk: Pick<TalkStore, 'lines' | 'history'>
  schedule: GroupParts['commands']['schedule']
}

/** Steps looked through. */
const stepsRead = 1_000

export const commandParts = (options: Options): GroupParts['commands'] => ({
  lines: options.talk.lines,
  history: (group, most) => options.talk.history(group, undefined, most),
  tape: options.tapes,
  schedule: options.schedule,
  archive(key, at) {
    const { tapes, config } = options
    const until = tapes.before(key, Number.MAX_SAFE_INTEGER, 1)[0]?.n
    if (until !== undefined) archiveTapeOnce(config.store.path, tapes, key, at)
    return until
  },
  whyOf: whyOf(options),
})

/** Undefined: the steps know nothing of it. Without a message: of the last turn. */
const whyOf =
  ({ config, tape, talk }: Options) =>
  (key: string, message: string | undefined, lang: Naming['lang']): string | undefined => {
    const { bot, group } = partsOf(key)
    const steps = tape.read(key, Number.MAX_SAFE_INTEGER, stepsRead)
    const turn = message === undefined ? lastTurnOf(steps) : undefined
    const question = message !== undefined ? { message } : turn !== undefined ? { turn } : undefined
    const story = question && storyOf(steps, question)
    if (!story) return undefined
    const { limits, prompt } = settingsFor(config, group)
    const line = (id: string) => talk.lines(group, [id]).map(({ name, text, ts }) => ({ name, text, at: ts }))[0]
    return sentenceOf(story, message, {
      lang,
      bot: config.bots.find(({ id }) => id === bot)?.name ?? bot,
      line,
      clock: (at) =>
        new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', {
          hour: '2-digit',
          minute: '2-digit',
          ...(prompt.timeZone !== undefined && { timeZone: prompt.timeZone }),
        }).format(at),
      windowMs: (window: WindowName) => limits[`${window}Window`].durationMs,
    })
  }
