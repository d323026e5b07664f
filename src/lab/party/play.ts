// Plays a party in virtual time: what anybody says reaches everybody else.
import type { Config } from '../../config/config.ts'
import { untilStopped } from '../virtual/metered-models.ts'
import { makeVirtualGroups, relayMs, startAt, type VirtualGroupsOptions } from '../virtual/virtual-groups.ts'
import { castOf, people as names } from './cast.ts'
import { makeFigures } from './figures.ts'
import { guestsTalk, porchWords } from './guests.ts'
import { makePorch } from './porch.ts'
import { type PartyOf, partySettings, porch as porchRoom, porchSettings, quietSpan, roomsOf } from './settings.ts'

export type Played = Awaited<ReturnType<typeof playParty>>

/** Hears everything that people and bots say and what the gates say: `at` is ms since the start. */
export type Trace = (line: object) => void

type PartyPlayOptions = Pick<VirtualGroupsOptions, 'makeHost' | 'relayMs'> & {
  decide?: VirtualGroupsOptions['decide']
  /** How many of the people's messages were said. */
  passed?: (count: number) => void
  trace?: Trace
}

const porchStartsAt = 1_000
const longestStretchMs = 3_600_000

export async function playParty(
  config: Config,
  { bots: count, people, minutes, seed, pace, rooms }: Omit<PartyOf, 'channel'>,
  { decide = 'rehearsal', passed = () => {}, trace = () => {}, ...around }: PartyPlayOptions = {},
) {
  const { bots, topics } = castOf(config, count)
  const ids = bots.map(({ id }) => id)
  const settings = partySettings(config.groupSocial, pace)
  const figures = makeFigures(ids)
  const porch = makePorch(quietSpan(settings))
  const guests = { people: names.slice(0, people), bots, topics, durationMs: minutes * 60_000, seed }
  const talk = guestsTalk(roomsOf(rooms), guests)
  const words = porchWords(topics)
  const present = new Set<string>(guests.people)
  const groups = makeVirtualGroups({
    config: {
      ...config,
      bots,
      groups: Object.fromEntries([
        ...roomsOf(rooms).map((room) => [groupOf(room), { bots: ids, settings }]),
        [groupOf(porchRoom), { bots: ids, settings: porchSettings(settings) }],
      ]),
    },
    bots,
    roster: bots,
    decide,
    seed,
    startAt,
    traced(line, bot) {
      const [room, at] = [roomOf(line.group), line.at - startAt]
      if (line.kind === 'verdict') {
        trace({ ...line, bot, at })
        return figures.judged(line)
      }
      if (line.kind !== 'send') return
      const { text, replyTo } = line
      const answer = { room, bot, at, text, ...(replyTo !== undefined && { replyTo }) }
      trace({ kind: 'send', ...answer })
      if (room === porchRoom) porch.said(at)
      else figures.answered(answer)
    },
    relayMs,
    // All of them sit in every room from the start, also before their first word.
    membersIn: () => present,
    ...around,
  })
  const hear = (room: string, line: { id: string; at: number; who: string; text: string }): void => {
    const sender = { id: line.who, name: line.who, bot: false }
    trace({ kind: 'said', room, id: line.id, who: line.who, text: line.text, at: line.at })
    groups.take({ id: line.id, group: groupOf(room), ts: startAt + line.at, sender, text: line.text })
  }
  const at = (ms: number, work: () => void): void => groups.later(startAt + ms, work)

  const [first = ''] = guests.people
  at(porchStartsAt, () => {
    porch.start(porchStartsAt)
    hear(porchRoom, { id: 'porch-1', at: porchStartsAt, who: first, text: words.start })
  })
  for (const [i, line] of talk.entries()) {
    at(line.at, () => {
      figures.spoke(line)
      hear(line.room, line)
      passed(i + 1)
    })
  }
  const wakeAt = Math.max(minutes * 60_000, talk.at(-1)?.at ?? 0) + longestStretchMs
  at(wakeAt, () => {
    porch.wake(wakeAt)
    hear(porchRoom, { id: 'porch-2', at: wakeAt, who: first, text: words.wake })
  })
  await untilStopped(groups.passOut)
  return { ...figures.figures(), leftAlone: porch.figures() }
}

const groupOf = (room: string): string => `web:${room}`
const roomOf = (group: string): string => group.slice('web:'.length)
