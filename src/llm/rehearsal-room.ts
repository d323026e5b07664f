// The rehearsal as the one who keeps the floor of a room: each line to the one bot whose field it is.
import { LRUCache } from 'lru-cache'
import { termsOf } from '../language/terms.ts'
import { enough, type Persona, relevanceOf, unanswered } from './rehearsal-judge.ts'
import { isRehearsed } from './rehearsal-lines.ts'
import { readTalk, type TalkLine } from './rehearsal-talk.ts'

export const keepsFloor = (system: string): boolean => system.startsWith('You keep the floor of a group chat')

type Bot = Pick<Persona, 'name' | 'terms' | 'names'>

const rooms = new LRUCache<string, Bot[]>({ max: 200 })

/** `{speak: […], reason}`: of several bots the one with most words in common, of equals the first of the ties. */
export function rehearsedFloor(system: string, user: string): string {
  const bots = botsOf(system)
  const talk = readTalk(user)
  const ties = namesAfter('Ties', talk.around)
  const taken = new Set(
    Array.from(
      /^Being answered: (.*)\.$/m.exec(talk.around)?.[1]?.matchAll(/(?:^|, )(\d+) by/g) ?? [],
      ([, label]) => label,
    ),
  )
  const busy = new Set<string>()
  const speak: { bot: string; line: number; relevance: number; type: string; hint: string }[] = []
  const open = unanswered(talk).filter(
    (line) => !taken.has(line.label) && !isRehearsed(line.text) && !isBots(line, bots),
  )
  const ranked = open
    .flatMap((line) => bots.map((bot) => ({ line, bot, ...relevanceOf(line, bot) })))
    .filter(({ score }) => Math.round(100 * score) / 100 >= enough)
    .toSorted((a, b) => b.score - a.score || ties.indexOf(a.bot.name) - ties.indexOf(b.bot.name))
  for (const { line, bot, score } of ranked) {
    if (busy.has(bot.name) || taken.has(line.label)) continue
    busy.add(bot.name)
    taken.add(line.label)
    const type = score >= 0.85 ? 'normal' : 'short'
    speak.push({
      bot: bot.name,
      line: Number(line.label),
      relevance: Math.round(100 * score) / 100,
      type,
      hint: 'normal',
    })
  }
  const hits = [...new Set(ranked.flatMap((each) => each.hits))].slice(0, 5)
  return JSON.stringify({
    speak: speak.toSorted((a, b) => a.line - b.line),
    reason: hits.length > 0 ? `shared words: ${hits.join(', ')}` : 'no shared words',
  })
}

const isBots = ({ name, bot }: TalkLine, bots: readonly Bot[]): boolean =>
  bot || bots.some((each) => each.name === name)

const namesAfter = (word: string, text: string): string[] =>
  new RegExp(`^${word}: (.*)\\.$`, 'm').exec(text)?.[1]?.split(', ') ?? []

/** `Iris (also 小研): research assistant; papers, …`, a line each. */
function botsOf(system: string): Bot[] {
  const known = rooms.get(system)
  if (known) return known
  const block = /\nBots:\n([^]*?)\n(?:Others:|Profiles and lines)/.exec(system)?.[1] ?? ''
  const heads = block.split('\n').map((line) => /^([^:(]+?)(?: \(([^)]*)\))?: (.*)$/.exec(line))
  const names = heads.map((head) => head?.[1]?.trim().toLowerCase() ?? '')
  const bots = heads.flatMap((head): Bot[] => {
    const [, name = '', , about = ''] = head ?? []
    return name === '' ? [] : [{ name, terms: termsOf(about), names }]
  })
  rooms.set(system, bots)
  return bots
}
