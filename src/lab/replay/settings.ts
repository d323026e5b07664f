// Under which settings a talk is played: one configuration, or two to compare.
import { statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { InputError, warn } from '../../terminal/failure.ts'
import { botNamed, isCalled, nameIn } from '../virtual/bot-named.ts'
import { type ModelOptions, playedConfig } from '../virtual/with-model.ts'
import type { PlayedBot } from './play.ts'

export interface Setting {
  name: string
  /** Told while it is played. */
  progress: string
  config: Config
  playedBots: PlayedBot[]
}

export interface Asked extends ModelOptions {
  bot: string[]
  alias: string[]
  config?: string
  compare?: string[]
}

/** Throws InputError and ConfigError. */
export function settingsOf(asked: Asked): Setting[] {
  const { bot, alias, compare } = asked
  if (bot.length > 1 && alias.length > 0)
    throw new InputError(`--alias says nothing with ${bot.length} bots: give the names in a configuration (--config)`)
  if (compare) return two(asked, compare)
  const { config: file } = asked
  return [{ name: basename(file ?? 'the defaults'), progress: 'replay', ...withBots(playedConfig(asked, file), asked) }]
}

function two(asked: Asked, files: readonly string[]): Setting[] {
  const [a, b, ...rest] = files
  if (a === undefined || b === undefined || rest.length > 0) {
    throw new InputError(
      `--compare takes two configurations, not ${files.length}: chime replay FILE --bot NAME --compare a.yaml b.yaml`,
    )
  }
  if (asked.bot.length > 1) throw new InputError('--compare plays one bot: give one --bot')
  for (const file of [a, b]) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new InputError(`${file}: no such file: give --compare two configurations, as copies of chime.example.yaml`)
  }
  if (resolve(a) === resolve(b)) warn(`${a} is compared with itself: nothing can differ`)
  const isBare = basename(a) !== basename(b)
  return [a, b].map((file, i) => {
    const config = playedConfig(asked, file)
    for (const name of asked.bot) {
      if (!config.bots.some((bot) => isCalled(bot, name)))
        warn(`${file} has no bot ${name}: it plays there without a field`)
    }
    const name = isBare ? basename(file) : file
    return { name, progress: `replay ${i + 1} of 2, ${name}:`, ...withBots(config, asked) }
  })
}

function withBots(config: Config, { bot: names, alias }: Asked): Pick<Setting, 'config' | 'playedBots'> {
  const playedBots = names.map((name): PlayedBot => {
    const bot = botNamed(config, name, alias)
    return { bot, isOwn: nameIn([name, ...alias, bot.id, bot.name, ...bot.aliases]) }
  })
  for (const [i, { bot }] of playedBots.entries()) {
    if (playedBots.findIndex((other) => other.bot.id === bot.id) < i)
      throw new InputError(`--bot ${names[i]} names ${bot.name} again: each bot once`)
  }
  return { config, playedBots }
}
