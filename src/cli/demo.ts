// `chime demo`: an afternoon of a small team in virtual time, told in the terminal.
import type { Config } from '../config/config.ts'
import { wrapped } from '../lab/demo/layout.ts'
import { perform } from '../lab/demo/perform.ts'
import { phrases } from '../lab/demo/phrases.ts'
import { roomsOf } from '../lab/demo/rooms.ts'
import { english } from '../lab/demo/script-en.ts'
import { chinese } from '../lab/demo/script-zh.ts'
import { makeGateTeller } from '../lab/demo/tell-gates.ts'
import { makeTeller } from '../lab/demo/tell.ts'
import { makeTally } from '../lab/replay/tally.ts'
import { tellBill } from '../lab/virtual/tell-model.ts'
import { rowsOf } from '../terminal/table.ts'
import { endWith, type PlayWithModel, playWithModel } from '../lab/virtual/play-with-model.ts'
import type { TraceLine } from '../lab/virtual/trace.ts'
import {
  asksModel,
  builtInConfig,
  configWithModel,
  modelledAfter,
  type ModelOptions,
  needsModel,
  untilInterrupt,
} from '../lab/virtual/with-model.ts'
import { fitted } from '../terminal/terminal-text.ts'

export interface DemoOptions extends ModelOptions {
  seed: number
  lang: 'en' | 'zh'
  /** Every gate's verdict. */
  verbose: boolean
}

const scripts = { en: english, zh: chinese }

export async function demo({ seed, lang, verbose, ...options }: DemoOptions): Promise<void> {
  needsModel(options)
  const config = demoConfig(lang)
  if (asksModel(options)) return withModel({ seed, lang, verbose, ...options }, config)
  const words = phrases[lang]
  const { audience, told } = (verbose ? makeGateTeller : makeTeller)(words, config.bots)
  await perform(scripts[lang], { config, seed }, audience)
  show(words.intro(seed), [...told(), '', ...wrapped(words.next)])
}

/** The same people say the same; what the bots make of it is the model's. */
async function withModel({ seed, lang, verbose, ...options }: DemoOptions, builtIn: Config): Promise<void> {
  const [asked] = configWithModel(options).bots
  const config = { ...builtIn, bots: modelledAfter(builtIn.bots, asked) }
  const words = phrases[lang]
  const scenes = scripts[lang]
  const { audience, told } = (verbose ? makeGateTeller : makeTeller)(words, config.bots)
  const playing: PlayWithModel<void> = {
    bots: config.bots,
    options,
    progress: 'demo',
    total: scenes.reduce((sum, { lines }) => sum + lines.length, 0),
    async rehearse() {
      const tally = makeTally()
      const trace = (line: TraceLine): void => tally.see(line)
      await perform(scenes, { config, seed }, { scene() {}, spoke() {}, posts() {}, trace })
      return tally.counts()
    },
    play: async ({ models }, passed) => ({
      result: undefined,
      heard: await perform(scenes, { config, seed, decide: models, passed }, audience),
    }),
  }
  const { bill } = await untilInterrupt((signal) => playWithModel(playing, signal))
  show(words.intro(seed, bill.models.join(', ')), [...told(), '', rowsOf(tellBill(bill)), '', ...wrapped(words.next)])
  endWith(bill)
}

function show(intro: readonly string[], told: readonly string[]): void {
  const lines = [...intro.flatMap((line) => wrapped(line)), ...told]
  process.stdout.write(`${fitted(lines.join('\n'))}\n`)
}

function demoConfig(lang: DemoOptions['lang']): Config {
  const config = builtInConfig()
  const bots = lang === 'en' ? config.bots : config.bots.map((bot) => ({ ...bot, ...inChinese(bot) }))
  return { ...config, bots, groups: roomsOf(config) }
}

/** Under the name that the Chinese talk calls it by. */
function inChinese({ name, aliases }: Config['bots'][number]) {
  const [alias = name] = aliases
  return { name: alias, aliases: [name] }
}
