// `chime demo`: an afternoon of a small team in virtual time, told in the terminal.
import { type Config, loadConfig } from '../config/config.ts'
import { wrapped } from './demo/layout.ts'
import { perform } from './demo/perform.ts'
import { phrases } from './demo/phrases.ts'
import { roomsOf } from './demo/rooms.ts'
import { english } from './demo/script-en.ts'
import { chinese } from './demo/script-zh.ts'
import { makeGateTeller } from './demo/tell-gates.ts'
import { makeTeller } from './demo/tell.ts'

export interface DemoOptions {
  seed: number
  lang: 'en' | 'zh'
  /** Every gate's verdict. */
  verbose: boolean
}

const scripts = { en: english, zh: chinese }

export function demo({ seed, lang, verbose }: DemoOptions): void {
  const config = demoConfig(lang)
  const words = phrases[lang]
  const { audience, told } = (verbose ? makeGateTeller : makeTeller)(words, config.bots)
  perform(scripts[lang], config, seed, audience)
  const intro = words.intro(seed).flatMap((line) => wrapped(line))
  process.stdout.write(`${[...intro, ...told(), '', words.next].join('\n')}\n`)
}

/** The built-in bots and defaults, whatever the environment says: the demo is the same on every machine. */
function demoConfig(lang: DemoOptions['lang']): Config {
  const config = loadConfig({ env: {}, cwd: import.meta.dirname })
  const bots = lang === 'en' ? config.bots : config.bots.map((bot) => ({ ...bot, ...inChinese(bot) }))
  return { ...config, bots, groups: roomsOf(config) }
}

/** Under the name that the Chinese talk calls it by. */
function inChinese({ name, aliases }: Config['bots'][number]) {
  const [alias = name] = aliases
  return { name: alias, aliases: [name] }
}
