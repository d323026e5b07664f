// Who of a labelled talk plays the bot.
import type { Config } from '../../config/config.ts'
import { suggest } from '../../config/explain.ts'
import { InputError } from '../../terminal/failure.ts'
import { onOneLine } from '../../terminal/terminal-text.ts'
import { botNamed, nameIn } from '../virtual/bot-named.ts'
import type { LabelledLine } from './labels.ts'

export type Part = ReturnType<typeof castOf>['cast'][number]

const castSize = 5

/** The named participants, else those who are addressed most; `leftOut`: how many more are. Throws InputError. */
export function castOf(
  lines: readonly LabelledLine[],
  config: Config,
  { bot: asked, alias }: { bot: readonly string[]; alias: readonly string[] },
) {
  if (alias.length > 0 && asked.length !== 1) {
    throw new InputError(`--alias says nothing with ${asked.length} bots: give exactly one --bot with it`)
  }
  const ranked = mostAddressed(lines)
  const names = asked.length > 0 ? asked : ranked.slice(0, castSize)
  const cast = names.map((name) => {
    const bot = botNamed(config, name, alias)
    const is = nameIn([name, bot.id, bot.name, ...bot.aliases])
    const groups = new Set<string>()
    for (const { sender, addressee, group } of lines) if (is(sender) || addressee.some(is)) groups.add(group)
    if (groups.size === 0) {
      throw new InputError(`nobody called ${name} speaks or is addressed in this talk: ${suggest(name, ranked)}`)
    }
    return {
      bot,
      /** Its name as a terminal may show it. */
      title: onOneLine(bot.name),
      /** Whether a recorded name is the bot's. */
      is,
      /** The talk of the groups in which it speaks or is addressed. */
      lines: lines.filter(({ group }) => groups.has(group)),
    }
  })
  return { cast, leftOut: asked.length > 0 ? 0 : ranked.length - cast.length }
}

function mostAddressed(lines: readonly LabelledLine[]): string[] {
  const people = new Set(lines.filter(({ bot, system }) => !bot && !system).map(({ sender }) => sender))
  const addressed = lines.filter(({ counts }) => counts).flatMap(({ addressee }) => addressee)
  const named = Map.groupBy(
    addressed.filter((name) => people.has(name)),
    (name) => name,
  )
  return [...named].toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => name)
}
