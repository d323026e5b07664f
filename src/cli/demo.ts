// `chime demo`: a short rehearsal in virtual time, told with every gate's verdict.
import { type Config, loadConfig, settingsFor } from '../config/config.ts'
import { demoGroup, perform } from './demo/perform.ts'
import { demoBudget, scenes, words } from './demo/script.ts'
import { makeTeller } from './demo/tell.ts'

export interface DemoOptions {
  seed: number
  lang: 'en' | 'zh'
}

export function demo({ seed, lang }: DemoOptions): void {
  const config = demoConfig()
  const { audience, told } = makeTeller(words[lang], config.bots)
  perform(scenes[lang], config, seed, audience)
  const { intro, next } = words[lang]
  process.stdout.write(`${[...intro(seed), ...told(), '', next].join('\n')}\n`)
}

/** The built-in bots and defaults, whatever the environment says: the demo is the same on every machine. */
function demoConfig(): Config {
  const config = loadConfig({ env: {}, cwd: import.meta.dirname })
  const settings = settingsFor(config, demoGroup)
  const shortWindow = { ...settings.limits.shortWindow, ...demoBudget }
  const bots = config.bots.map(({ id }) => id)
  const group = { bots, settings: { ...settings, limits: { ...settings.limits, shortWindow } } }
  return { ...config, groups: { [demoGroup]: group } }
}
