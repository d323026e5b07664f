// Who else is in the group: tables in `group/*.md`, read and never written (P5).
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile, TextFileError } from '../config/text-file.ts'
import { type Count, clipTokens } from './clip.ts'
import { escapeName, escapeText } from './escape.ts'
import type { BotProfile } from './identity.ts'

export interface RosterMember {
  name: string
  id: string
  role: string
  expertise: string
  /** It is a bot, not a person. */
  bot?: boolean
}

type Report = (problem: string) => void
type Column = Exclude<keyof RosterMember, 'bot'> | 'kind'

const maxFileChars = 64_000
const maxMembers = 200
const maxBlockTokens = 400
/** Tokens of a member's line, tried one after the other until everybody fits. */
const memberTokens = [200, 60, 30, 18, 10]

const headings = new Map<string, Column>([
  ['name', 'name'],
  ['姓名', 'name'],
  ['名字', 'name'],
  ['名称', 'name'],
  ['id', 'id'],
  ['编号', 'id'],
  ['role', 'role'],
  ['角色', 'role'],
  ['职责', 'role'],
  ['expertise', 'expertise'],
  ['skills', 'expertise'],
  ['擅长', 'expertise'],
  ['专长', 'expertise'],
  ['kind', 'kind'],
  ['type', 'kind'],
  ['类型', 'kind'],
])

/** All members of the tables in `folder/*.md`, files in name order; `report` gets every problem. No folder: none. */
export function loadRoster(folder: string, report: Report): RosterMember[] {
  let files: string[]
  try {
    files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') report(`${folder} cannot be read: ${String(error)}`)
    return []
  }
  const members = files.toSorted().flatMap((file) => {
    try {
      const text = readTextFile(join(folder, file))
      return parseRoster(text, (problem) => report(`${join(folder, file)}: ${problem}`))
    } catch (error) {
      const why = error instanceof TextFileError ? error.message : String(error)
      report(`${join(folder, file)} cannot be read: ${why}`)
      return []
    }
  })
  return unique(members, report)
}

/** The members of every table that has a name column; a row without a name is reported and left out. */
export function parseRoster(markdown: string, report: Report = () => {}): RosterMember[] {
  const members: RosterMember[] = []
  let columns: (Column | undefined)[] | undefined
  for (const [index, line] of markdown.slice(0, maxFileChars).split(/\r?\n/).entries()) {
    const cells = cellsOf(line)
    if (!cells) columns = undefined
    else if (!columns) columns = cells.map((cell) => headings.get(cell.toLowerCase()))
    else if (columns.includes('name') && !cells.every((cell) => /^:?-+:?$/.test(cell))) {
      const member = memberOf(cells, columns)
      if (member) members.push(member)
      else report(`line ${index + 1} names nobody: give it ${columns.length} cells, the name among them`)
    }
  }
  return unique(members, report)
}

/** The colleagues in the prompt: everybody but the bot; what they know is cut before anybody is left out, and who is left out is counted. */
export function rosterBlock(
  members: readonly RosterMember[],
  self: BotProfile,
  count: Count,
  heading = '[Colleagues]',
): string {
  const { cutTo, indexesOf } = writtenRoster(members, count)
  const own = indexesOf(self)
  if (own.size === members.length) return ''
  const fits = memberTokens.find((most) => {
    const { entries, total } = cutTo(most)
    const ownTokens = [...own].reduce((sum, index) => sum + (entries[index]?.tokens ?? 0), 0)
    return total - ownTokens <= maxBlockTokens
  })
  const lines = fitting(cutTo(fits ?? memberTokens.at(-1) ?? 0).entries, own)
  const leftOut = members.length - own.size - lines.length
  return [heading, ...lines, ...(leftOut > 0 ? [`and ${leftOut} more`] : [])].join('\n')
}

interface WrittenMember {
  line: string
  /** With its line break. */
  tokens: number
}

interface WrittenRoster {
  /** Everybody's line, cut to `most` tokens, and what all of them take. */
  cutTo(most: number): { entries: readonly WrittenMember[]; total: number }
  /** Where in the list the bot itself stands. */
  indexesOf(self: BotProfile): ReadonlySet<number>
}

// Every bot's prompts show the same list, and every bot alone is left out of its own: without this a start with
// thousands of bots writes and counts millions of lines.
const written = new WeakMap<readonly RosterMember[], { count: Count; roster: WrittenRoster }>()

function writtenRoster(members: readonly RosterMember[], count: Count): WrittenRoster {
  const known = written.get(members)
  if (known?.count === count) return known.roster
  const levels = new Map<number, { entries: WrittenMember[]; total: number }>()
  const [byId, byName] = [indexesBy(members, 'id'), indexesBy(members, 'name')]
  const roster: WrittenRoster = {
    cutTo(most) {
      const found = levels.get(most) ?? writtenAt(members, most, count)
      levels.set(most, found)
      return found
    },
    indexesOf: ({ id, name }) => new Set([...(byId.get(id) ?? []), ...(byName.get(name) ?? [])]),
  }
  written.set(members, { count, roster })
  return roster
}

function writtenAt(members: readonly RosterMember[], most: number, count: Count) {
  const entries = members.map((member): WrittenMember => {
    const line = clipTokens(memberLine(member), most, count)
    return { line, tokens: count(line) + 1 }
  })
  return { entries, total: entries.reduce((sum, { tokens }) => sum + tokens, 0) }
}

function indexesBy(members: readonly RosterMember[], key: 'id' | 'name'): Map<string, number[]> {
  const indexes = new Map<string, number[]>()
  for (const [index, member] of members.entries())
    indexes.set(member[key], [...(indexes.get(member[key]) ?? []), index])
  return indexes
}

function memberLine({ name, role, expertise, bot }: RosterMember): string {
  const about = [role, expertise].map((text) => escapeText(text)).filter(Boolean)
  return `${escapeName(name)}${bot ? ' (bot)' : ''}: ${about.join('; ')}`
}

/** Lines from the first on until the block is full. */
function fitting(entries: readonly WrittenMember[], own: ReadonlySet<number>): string[] {
  const lines: string[] = []
  let left = maxBlockTokens
  for (const [index, { line, tokens }] of entries.entries()) {
    if (own.has(index)) continue
    left -= tokens
    if (left < 0) break
    lines.push(line)
  }
  return lines
}

function cellsOf(line: string): string[] | undefined {
  const row = line.trim()
  if (!row.startsWith('|')) return undefined
  const inner = row.slice(1).replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll(String.raw`\|`, '|').trim())
}

function memberOf(cells: string[], columns: (Column | undefined)[]): RosterMember | undefined {
  if (cells.length !== columns.length) return undefined
  const member: RosterMember = { name: '', id: '', role: '', expertise: '' }
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (column === 'kind') member.bot = /bot|agent|\bai\b|机器人/i.test(cell)
    else if (column) member[column] = cell
  }
  if (member.name === '') return undefined
  return { ...member, id: member.id || member.name }
}

function unique(members: RosterMember[], report: Report): RosterMember[] {
  const byId = new Map<string, RosterMember>()
  for (const member of members) {
    if (byId.has(member.id)) report(`${member.id} is listed twice: the first one counts`)
    else if (byId.size < maxMembers) byId.set(member.id, member)
  }
  return [...byId.values()]
}
