// The bots with their persona as its files are now, read again when one changes and never written (P5).
import { statSync } from 'node:fs'
import type { BotConfig } from './bots.ts'
import { clipPersona, joinPersona, readPersonaFile } from './persona.ts'

const lookEveryMs = 2_000

/** A file that vanished keeps its last text and is reported once; it counts again when it is back. */
export function watchedPersonas(
  report: (problem: string) => void,
  now: () => number = () => performance.now(),
): (bot: BotConfig) => BotConfig {
  const watched = new Map<string, { lookedAt: number; bot: BotConfig }>()
  const known = new Map<string, { stamp: string; text: string | undefined }>()

  const readAgain = (file: string): string | undefined => {
    const before = known.get(file)
    const stamp = stampOf(file)
    if (before?.stamp === stamp) return before.text
    const refused: string[] = []
    const text = stamp === '' ? undefined : readPersonaFile(file, (why) => refused.push(why))
    if (text === undefined && before?.text !== undefined) {
      const [why] = refused
      report(`${file}${why === undefined ? ' is gone' : `: ${why}`}: its last text stays in use until it is back`)
    }
    known.set(file, { stamp, text: text ?? before?.text })
    return text ?? before?.text
  }

  return (bot) => {
    const { id, personaFiles = [] } = bot
    if (personaFiles.length === 0) return bot
    const last = watched.get(id)
    if (last && now() - last.lookedAt < lookEveryMs) return last.bot
    const text = joinPersona(personaFiles.map(readAgain))
    const persona = text === undefined ? (bot.persona ?? '') : clipPersona(text)
    // The same object as long as nothing changes: prompts are measured once.
    const fresh = last?.bot.persona === persona ? last.bot : { ...bot, persona }
    watched.set(id, { lookedAt: now(), bot: fresh })
    return fresh
  }
}

function stampOf(file: string): string {
  try {
    const stats = statSync(file, { throwIfNoEntry: false })
    return stats ? `${stats.mtimeMs} ${stats.size} ${stats.ino}` : ''
  } catch {
    // A folder on its way is none any more, or may not be entered.
    return ''
  }
}
