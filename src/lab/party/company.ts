// The bots of a live party as their processes are told: the built-in cast, or those of a configuration.
import { dirname } from 'node:path'
import type { BotConfig } from '../../config/bots.ts'
import { InputError } from '../../terminal/failure.ts'
import { playedConfig } from '../virtual/with-model.ts'
import { castOf, people, topicsOf } from './cast.ts'
import { type PartyOf, partySettings } from './settings.ts'

export type Company = ReturnType<typeof companyOf>

const ample = { dailyMessages: 100_000, dailyTokens: 100_000_000 }

/** `file`: its bots, models and settings instead of the built-in ones; `pace` goes before what it says. */
export function companyOf(of: Pick<PartyOf, 'bots' | 'people'> & { pace?: PartyOf['pace'] }, file?: string) {
  const config = playedConfig({}, file)
  const { delay } = config.groupSocial
  const pace = of.pace ?? delay.pace
  const cast = file === undefined ? castOf(config, of.bots) : { bots: config.bots, topics: topicsOf(config.bots) }
  if (cast.topics.length === 0) throw new InputError(`no bot of ${file} has an expertise: people ask about that`)
  const isFree = (name: string) => !cast.bots.some((bot) => bot.name.toLowerCase() === name.toLowerCase())
  return {
    bots: file === undefined ? cast.bots.map((bot) => ({ ...bot, limits: ample })) : cast.bots,
    people: people.filter(isFree).slice(0, of.people),
    topics: cast.topics,
    settings:
      file === undefined
        ? partySettings(config.groupSocial, pace)
        : { ...config.groupSocial, delay: { ...delay, pace } },
    /** The process's ceiling. */
    limits: file === undefined ? ample : config.limits,
    /** Their models' names. */
    model: [...new Set(cast.bots.map(({ model }) => model.name))].join(', '),
  }
}

/** As a configuration file has it. */
export function inFile(bot: BotConfig): object {
  const { persona: _text, personaFiles: [file, ...others] = [], ...rest } = bot
  return { ...rest, ...(file !== undefined && { persona: others.length > 0 ? dirname(file) : file }) }
}

/** The roster as a table in Markdown (P5). */
export function rosterOf(bots: readonly BotConfig[]): string {
  const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ')
  const rows = bots.map(({ name, id, role, expertise }) => [name, id, role, expertise].map(cell).join(' | '))
  return ['| name | id | role | expertise |', '| --- | --- | --- | --- |', ...rows.map((row) => `| ${row} |`), ''].join(
    '\n',
  )
}
