// `chime demo`: an afternoon of a small team in virtual time, told in the terminal.
import type { Config } from '../config/config.ts'
import { wrapped } from '../lab/demo/layout.ts'
import { perform } from '../lab/demo/perform.ts'
import { phrases } from '../lab/demo/phrases.ts'
import { roomsOf } from '../lab/demo/rooms.ts'
import { scriptIn } from '../lab/demo/script.ts'
import { makeGateTeller } from '../lab/demo/tell-gates.ts'
import { makeTeller } from '../lab/demo/tell.ts'
import { makeTally } from '../lab/replay/tally.ts'
import { type Bill, tellBill } from '../lab/virtual/tell-model.ts'
import { rowsOf } from '../terminal/table.ts'
import { endWith, playWithModel } from '../lab/virtual/play-with-model.ts'
import { asksModel, builtInConfig, modelled, type ModelOptions, needsModel } from '../lab/virtual/with-model.ts'
import { fitted } from '../terminal/terminal-text.ts'

export interface DemoOptions extends ModelOptions {
  seed: number
  lang: 'en' | 'zh'
  /** Every gate's verdict. */
  verbose: boolean
}

export async function demo({ seed, lang, verbose, ...options }: DemoOptions): Promise<void> {
  needsModel(options)
  const [words, scenes] = [phrases[lang], scriptIn(lang)]
  const config = modelled(demoConfig(lang), options)
  const { audience, transcript } = (verbose ? makeGateTeller : makeTeller)(words, config.bots)
  const bill = asksModel(options) ? await ask() : undefined
  if (!bill) await perform(scenes, { config, seed }, audience)
  const next = bill ? [rowsOf(tellBill(bill)), '', ...wrapped(words.next)] : wrapped(words.next)
  const intro = words.intro(seed, bill?.models.join(', ')).flatMap((line) => wrapped(line))
  process.stdout.write(`${fitted([...intro, ...transcript(), '', ...next].join('\n'))}\n`)
  if (bill) endWith(bill)

  /** The same people say the same; what the bots make of it is the model's. */
  async function ask(): Promise<Bill> {
    const asked = await playWithModel({
      bots: config.bots,
      options,
      progress: 'demo',
      total: scenes.reduce((sum, { lines }) => sum + lines.length, 0),
      async rehearse() {
        const tally = makeTally()
        await perform(scenes, { config, seed }, { scene() {}, spoke() {}, posts() {}, trace: tally.see })
        return tally.counts()
      },
      play: ({ models: decide }, passed) => perform(scenes, { config, seed, decide, passed }, audience),
    })
    return asked.bill
  }
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
