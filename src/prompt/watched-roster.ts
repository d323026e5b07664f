// The roster that prompts show: configured bots and the tables of `group/*.md`, read again when a file changes (P5).
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BotConfig } from '../config/bots.ts'
import { loadRoster, type RosterMember } from './roster.ts'

const lookEveryMs = 2_000

export function watchedRoster(folder: string, bots: readonly BotConfig[], report: (problem: string) => void) {
  const own = bots.map(({ id, name, role, expertise }): RosterMember => ({ id, name, role, expertise, bot: true }))
  let members: RosterMember[] = []
  let seen = ''
  let lookedAt = -Infinity
  return (): RosterMember[] => {
    const now = performance.now()
    if (now - lookedAt < lookEveryMs) return members
    lookedAt = now
    const stamp = stampOf(folder)
    if (members.length > 0 && stamp === seen) return members
    seen = stamp
    const listed = loadRoster(folder, report)
    const known = new Set(listed.flatMap(({ id, name }) => [id, name]))
    const isOwn = ({ id, name }: RosterMember) => own.some((bot) => bot.id === id || bot.name === name)
    members = [
      ...listed.map((member) => (isOwn(member) ? { ...member, bot: true } : member)),
      ...own.filter(({ id, name }) => !known.has(id) && !known.has(name)),
    ]
    return members
  }
}

function stampOf(folder: string): string {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
    return files.map((file) => `${file} ${statSync(join(folder, file)).mtimeMs}`).join('\n')
  } catch {
    return ''
  }
}
