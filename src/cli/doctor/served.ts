// Who is served on each channel, and what one person may use of each bot in a day.
import type { DatabaseSync } from 'node:sqlite'
import type { AdmissionRules } from '../../config/admission.ts'
import type { Config } from '../../config/config.ts'
import { type AddedRow, openServed } from '../../store/served.ts'
import { type Finding, ok, warn } from './finding.ts'

type Asked = Pick<Config, 'admission' | 'groups' | 'bots'>

/** One line a channel, one a group with rules of its own, one a bot with limits. */
export function checkServed(config: Asked, channels: readonly string[]): Finding[] {
  const of = (channel: string): Finding[] => [
    lineOf(channel, config.admission[channel], channel === 'web'),
    ...Object.entries(config.groups).flatMap(([group, { admission }]) =>
      admission && group.startsWith(`${channel}:`)
        ? [lineOf(group, { ...config.admission[channel], ...admission }, channel === 'web')]
        : [],
    ),
  ]
  return [
    ...channels.flatMap(of),
    ...config.bots.flatMap(({ name, perPerson }) => (perPerson ? [limited(name, perPerson)] : [])),
  ]
}

/** What operators added by the page: one line a channel or group. */
export function checkAdded(db: DatabaseSync): Finding[] {
  // A store that no service of this version has opened yet.
  if (!db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'served'`).get()) return []
  const places = Object.groupBy(openServed(db).rows(), ({ place }) => place)
  return Object.entries(places).map(([place, rows = []]) => {
    const on = (list: AddedRow['list']): string[] => rows.filter((row) => row.list === list).map(({ id }) => id)
    const [allowed, denied] = [on('allowFrom'), on('denyFrom')]
    const found = [allowed.length > 0 ? listed(allowed) : '', denied.length > 0 ? `never ${listed(denied)}` : '']
    return ok('served', `on ${place}, by the page: ${found.filter(Boolean).join('; ')}`)
  })
}

/** On the page whoever writes chooses a name, and with it the id. */
function lineOf(where: string, rules: AdmissionRules = {}, isByName: boolean): Finding {
  const { allowFrom, denyFrom, unlisted = 'context', dmPolicy, heedsAll } = rules
  const isRestricted = allowFrom !== undefined && !allowFrom.includes('*')
  const found = [
    `on ${where}: ${isRestricted ? listed(allowFrom) : 'everybody'}`,
    denyFrom ? `never ${listed(denyFrom)}` : '',
    allowFrom || denyFrom ? `what others say ${unlisted === 'ignore' ? 'is dropped' : 'stays context'}` : '',
    dmPolicy ? oneToOne[dmPolicy] : '',
    heedsAll ? 'a mention of everybody is one of each bot' : '',
  ]
    .filter(Boolean)
    .join('; ')
  if (isByName && (isRestricted || denyFrom))
    return warn('served', found, 'on the page anybody may take a name: keep others out by channels.web.token')
  return ok('served', found)
}

const oneToOne = {
  open: 'one-to-one with everybody',
  allowlist: 'one-to-one with those who are listed',
  disabled: 'one-to-one with nobody',
}

const mostShown = 4

const listed = (ids: readonly string[]): string =>
  ids.length > mostShown ? `${ids.slice(0, mostShown).join(', ')} and ${ids.length - mostShown} more` : ids.join(', ')

const limited = (
  name: string,
  { messagesPerDay, tokensPerDay }: NonNullable<Config['bots'][number]['perPerson']>,
): Finding => {
  const limits = [
    ...(messagesPerDay === undefined ? [] : [`${messagesPerDay} answers`]),
    ...(tokensPerDay === undefined ? [] : [`${tokensPerDay} tokens`]),
  ]
  return ok('served', `${name} gives one person ${limits.join(' and ')} a day`)
}
