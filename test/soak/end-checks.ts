// What must hold of a store once its service has stopped: nothing lost, nothing twice, nothing unbooked, no call unanswered.
import type { DatabaseSync } from 'node:sqlite'
import type { Verdict } from '../../machines/group/types.ts'
import { actorKey } from '../../src/room/key.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openTape } from '../../src/store/tape.ts'
import { botIds, type LoadOptions, roomIds, type Said } from './load.ts'
import { moneyProblems, moneyText } from '../crash/money.ts'
import type { ProviderFigures } from '../crash/provider.ts'

export interface Check {
  /** The promise. */
  name: string
  /** What was found, where all is well, too. */
  found?: string
  problems: string[]
}

interface Ended {
  path: string
  load: LoadOptions
  /** In the order in which they were acknowledged. */
  acknowledged: readonly Said[]
  provider: ProviderFigures
  /** Tokens held when the service was killed. */
  reservedAtKills: number
  /** Older rows were removed on the way: what was booked is not all there any more. */
  isPruned: boolean
}

export function checkStore(ended: Ended): Check[] {
  using db = openDatabase(ended.path)
  const verdicts = verdictsOf(db, ended.load)
  return [
    nothingLost(db, ended),
    nothingTwice(db),
    repliesBooked(db),
    ...(ended.isPruned ? [] : [allBooked(db, verdicts, ended)]),
    allHeard(verdicts, ended),
    mentionsAnswered(verdicts, ended),
  ]
}

type OfBots = ReadonlyMap<string, Verdict[]>

function verdictsOf(db: DatabaseSync, { rooms, bots }: LoadOptions): OfBots {
  const tape = openTape(db)
  const actor = db.prepare('SELECT id FROM actor WHERE key = ?')
  const keys = roomIds(rooms).flatMap((room) => botIds(bots).map((bot) => keyOf(bot, room)))
  return new Map(keys.map((key) => [key, tape.since(Number(actor.get(key)?.['id'] ?? -1), 0)]))
}

const keyOf = (bot: string, room: string): string => actorKey({ bot, group: `web:${room}`, oneToOne: false })

function nothingLost(db: DatabaseSync, { acknowledged }: Ended): Check {
  const posted = db.prepare('SELECT text FROM room_message WHERE room = ? AND id = ?')
  const talk = db.prepare('SELECT text FROM message WHERE grp = ? AND id = ?')
  const problems: string[] = []
  for (const { id, room, text } of acknowledged) {
    const found = [posted.all(room, id), talk.all(`web:${room}`, id)].map((rows) => rows.map((row) => row['text']))
    if (JSON.stringify(found) !== JSON.stringify([[text], [text]]))
      problems.push(`${id} of ${room} was acknowledged; room and talk have ${JSON.stringify(found)}`)
  }
  return { name: 'nothing acknowledged is lost', found: `${acknowledged.length} posts stand in the store`, problems }
}

/** Each text is said once: it bears the number of its post, or of the call that wrote it. */
function nothingTwice(db: DatabaseSync): Check {
  // Reactions have no key, and may stand on many a message.
  const texts = db
    .prepare(
      `SELECT room, text, count(*) AS n FROM room_message WHERE bot = 0 OR key IS NOT NULL
       GROUP BY room, text HAVING n > 1`,
    )
    .all()
  const turns = db
    .prepare(
      `SELECT room, sender, substr(key, 1, instr(key, '@')) AS turn, count(*) AS n FROM room_message
       WHERE key IS NOT NULL GROUP BY 1, 2, 3 HAVING n > 1`,
    )
    .all()
  return {
    name: 'nothing is said twice',
    problems: [
      ...texts.map(({ room, text, n }) => `“${String(text)}” stands in ${String(room)} ${String(n)} times`),
      ...turns.map(({ room, turn, n }) => `turn ${String(turn)} has ${String(n)} replies in ${String(room)}`),
    ],
  }
}

function repliesBooked(db: DatabaseSync): Check {
  const astray = db
    .prepare(
      `SELECT key, state FROM outbox
       WHERE (state = 'sent') <> (key IN (SELECT key FROM room_message WHERE key IS NOT NULL))`,
    )
    .all()
  const sent = db.prepare("SELECT count(*) AS n FROM outbox WHERE state = 'sent'").get()
  return {
    name: 'replies in the rooms are those booked as sent',
    found: `${String(sent?.['n'])} replies`,
    problems: astray.map(({ key, state }) => `reply ${String(key)} is ${String(state)}, and the room says otherwise`),
  }
}

function allBooked(db: DatabaseSync, verdicts: OfBots, { provider, reservedAtKills }: Ended): Check {
  // `total` adds up what no integer holds.
  const booked = Number(db.prepare('SELECT total(tokens) AS n FROM usage').get()?.['n'])
  const told = [...verdicts.values()].flat().reduce((sum, { tokens = 0 }) => sum + tokens, 0)
  const figures = { booked, provider, reservedAtKills }
  return {
    name: 'what was served is booked, and no more than may have been served',
    found: moneyText(figures),
    problems: [
      ...moneyProblems(figures),
      ...(booked === told ? [] : [`the ledger says ${booked} tokens, the verdicts say ${told}`]),
    ],
  }
}

/** Every bot of a room has a verdict on each message. */
function allHeard(verdicts: OfBots, { acknowledged, load }: Ended): Check {
  const heard = new Map([...verdicts].map(([key, all]) => [key, new Set(all.flatMap(({ messages }) => messages))]))
  const problems = acknowledged.flatMap(({ id, room }) =>
    botIds(load.bots)
      .filter((bot) => !heard.get(keyOf(bot, room))?.has(id))
      .map((bot) => `${bot} has no verdict on ${id} of ${room}`),
  )
  return { name: 'every bot has a verdict on every message', problems }
}

/** Who was called is in a turn that ended, or in a verdict that says why in none. */
function mentionsAnswered(verdicts: OfBots, { acknowledged }: Ended): Check {
  const outcomes = new Map([...verdicts].map(([key, all]) => [key, outcomesOf(all)]))
  const counted = new Map<string, number>()
  const problems: string[] = []
  for (const { id, room, called } of acknowledged) {
    if (called === undefined) continue
    const outcome = outcomes.get(keyOf(called, room))?.get(id)
    if (outcome === undefined)
      problems.push(`${called} was called in ${id} of ${room}: there is no answer and no verdict`)
    else counted.set(outcome, (counted.get(outcome) ?? 0) + 1)
  }
  const found = [...counted].toSorted(([, a], [, b]) => b - a).map(([outcome, n]) => `${n} ${outcome}`)
  return { name: 'every mention has an answer or a verdict', found: found.join(', '), problems }
}

/** How the turn of each message ended, or why it was in none. */
function outcomesOf(verdicts: readonly Verdict[]): Map<string, string> {
  const turnOf = new Map<string, number>()
  const outcomes = new Map<string, string>()
  const ends = new Map<number, string>()
  const last = new Map<number, string>()
  for (const { turn, gate, outcome, why, messages } of verdicts) {
    if (gate !== 'dispatch') {
      if (turn !== null) last.set(turn, `${gate} ${outcome}: ${why.replaceAll(/\d+/g, 'N')}`)
    } else if (outcome === 'end' && turn !== null) ends.set(turn, why === 'replied' ? why : (last.get(turn) ?? why))
    else if (outcome === 'drop') for (const id of messages) outcomes.set(id, why)
    else if (turn !== null) for (const id of messages) turnOf.set(id, turn)
  }
  for (const [id, turn] of turnOf) {
    const end = ends.get(turn)
    if (end !== undefined) outcomes.set(id, end)
  }
  return outcomes
}
