// The search of the page: the last messages of the groups that were active last, and the verdicts that memory still has.
import type { Verdict } from '../../machines/group/types.ts'
import { whyText } from '../outcomes/why-words.ts'
import type { BoardRow, Found, FoundVerdict, TalkLine } from './contract.ts'
import { botKey } from '../room/key.ts'
import type { Hub } from './hub.ts'

/** However much is stored, so much is looked through: a search answers in a few ms. */
const mostRooms = 60
const mostLines = 100

interface Options {
  hub: Hub
  /** The newest messages of an actor's group. */
  talk: (key: string, most: number) => readonly TalkLine[]
}

/** Every word must be found; `most` messages and as many verdicts, the newest first. */
export function search({ hub, talk }: Options, words: string, most: number): Found {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = (text: string): boolean => {
    const lower = text.toLowerCase()
    return asked.every((word) => lower.includes(word))
  }
  const rows = hub.board().toSorted((a, b) => b.at - a.at)
  const rooms = [...new Map(rows.toReversed().map((row) => [row.group, row])).values()]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, mostRooms)
  const messages = rooms
    .flatMap(({ key, groupTitle }) => talk(key, mostLines).map((line) => ({ key, groupTitle, line })))
    .filter(({ line }) => isFound(`${line.name} ${line.text}`))
    .toSorted((a, b) => b.line.at - a.line.at)
    .slice(0, most)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const verdicts = recentVerdicts(hub, byKey)
    .filter(({ verdict }) => isFound(textOf(verdict)))
    .slice(0, most)
  return { messages, verdicts, rooms: rooms.length, lines: mostLines }
}

/** Of the steps in the ring, newest first. */
function recentVerdicts(hub: Hub, rows: ReadonlyMap<string, BoardRow>): FoundVerdict[] {
  return hub.steps().flatMap(({ key, seq, verdicts }) => {
    const row = rows.get(botKey(key))
    if (!row) return []
    const { botName, groupTitle } = row
    return verdicts.toReversed().map((verdict) => ({ key, botName, groupTitle, seq, verdict }))
  })
}

/** As pages word it, in every language. */
const textOf = (verdict: Verdict): string =>
  [verdict.gate, verdict.outcome, ...langs.map((lang) => whyText(verdict, lang))].join(' ')
const langs = ['en', 'zh'] as const
