// What must hold once all is quiet, read from the room API and the store: nothing lost, nothing twice, nothing over budget.
import type { DatabaseSync } from 'node:sqlite'
import type { GroupSettings } from '../../machines/group/settings.ts'
import type { MessageRef, Verdict } from '../../machines/group/types.ts'
import { isPressing } from '../../machines/rules/requests.ts'
import { makeAudit } from '../../src/lab/replay/audit.ts'
import { actorKey } from '../../src/room/key.ts'
import { openForReading } from '../../src/store/database.ts'
import { openTape } from '../../src/store/tape.ts'
import type { Posted } from './chatter.ts'
import { moneyProblems } from './money.ts'
import type { ProviderFigures } from './provider.ts'

interface World {
  url: string
  path: string
  rooms: string[]
  bots: string[]
  settingsOf: (group: string) => GroupSettings
  acknowledged: Posted[]
  provider: ProviderFigures
  /** Tokens held when the service was killed. */
  reservedAtKills: number
}

interface RoomMessage {
  id: string
  sender: string
  bot: boolean
}

type Report = (problem: string) => void

/** Every broken promise, in words. */
export async function brokenPromises(world: World): Promise<string[]> {
  const problems: string[] = []
  const tell: Report = (problem) => void problems.push(problem)
  const talk = new Map(
    await Promise.all(world.rooms.map(async (room) => [room, await listed(world.url, room)] as const)),
  )
  using db = openForReading(world.path)
  checkHealth(await (await fetch(`${world.url}/health`)).json(), tell)
  for (const { id, room } of world.acknowledged) {
    const times = talk.get(room)?.filter((message) => message.id === id).length
    if (times !== 1) tell(`message ${id} was acknowledged and is in room ${room} ${times} times`)
  }
  for (const [room, messages] of talk) checkRoom(db, world, { room, messages, tell })
  checkLedger(db, world, tell)
  return problems
}

/** Without the signs that bots put on messages: nobody hears those. */
async function listed(url: string, room: string): Promise<RoomMessage[]> {
  const all: (RoomMessage & { seq: number })[] = []
  for (;;) {
    const after = all.at(-1)?.seq ?? 0
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const response = await fetch(`${url}/api/rooms/${room}/messages?limit=500&after=${after}`)
    // oxlint-disable-next-line no-await-in-loop
    const { messages } = (await response.json()) as { messages: (RoomMessage & { seq: number })[] }
    if (messages.length === 0) return all.filter(({ id }) => !id.includes(' '))
    all.push(...messages)
  }
}

function checkHealth(health: unknown, tell: Report): void {
  const { status, halted, jobs } = health as { status?: string; halted?: number; jobs?: number }
  if (status !== 'ok' || halted !== 0 || jobs !== 0) tell(`/health says ${JSON.stringify(health)}`)
}

function checkRoom(
  db: DatabaseSync,
  world: World,
  about: { room: string; messages: RoomMessage[]; tell: Report },
): void {
  const { room, messages, tell } = about
  const group = `web:${room}`
  const stored = db.prepare('SELECT count(*) AS n FROM message WHERE grp = ? AND id = ?')
  for (const { id } of messages) {
    const n = Number(stored.get(group, id)?.['n'])
    if (n !== 1) tell(`message ${id} is in the store of ${group} ${n} times`)
  }
  for (const bot of world.bots) checkActor(db, { ...about, group, bot, settings: world.settingsOf(group) })
}

function checkActor(
  db: DatabaseSync,
  at: { group: string; bot: string; messages: RoomMessage[]; settings: GroupSettings; tell: Report },
): void {
  const { group, bot, messages, settings, tell } = at
  const key = actorKey({ bot, group, oneToOne: false })
  const actor = Number(db.prepare('SELECT id FROM actor WHERE key = ?').get(key)?.['id'])
  const heard = db
    .prepare("SELECT body FROM entry WHERE actor = ? AND kind = 'message' ORDER BY seq")
    .all(actor)
    .map(({ body }) => (JSON.parse(String(body)) as { message: MessageRef }).message)
  for (const { id } of messages) {
    const times = heard.filter((message) => message.id === id).length
    if (times !== 1) tell(`${key} heard message ${id} ${times} times`)
  }
  const audit = makeAudit(() => settings)
  for (const ref of heard) {
    const { id, kind, ts, mentioned } = ref
    const line = {
      kind: 'message',
      id,
      group: key,
      at: ts,
      vitality: 'DORMANT',
      messagesIn5m: 0,
      speakersIn5m: 0,
      mentioned,
      ...(isPressing(ref) && { asked: true as const }),
    } as const
    if (kind !== 'self') audit.see(line)
  }
  const verdicts = openTape(db).since(actor, 0)
  for (const verdict of verdicts) {
    audit.see({ kind: 'verdict', group: key, ...verdict })
    if (isSent(verdict))
      audit.see({ kind: 'send', group: key, turn: verdict.turn ?? 0, at: verdict.at, text: '', type: '' })
  }
  audit.close().violations.forEach(tell)
  const said = messages.filter(({ sender }) => sender === bot).length
  const sent = verdicts.filter(isSent).length
  if (said !== sent) tell(`${key}: ${said} replies are in the room, ${sent} are booked`)
}

/** Replies are in the room once a turn, and what was spent is booked once. */
function checkLedger(db: DatabaseSync, { provider, reservedAtKills }: World, tell: Report): void {
  const twice = db
    .prepare(
      "SELECT sender, substr(key, 1, instr(key, '@')) AS turn, count(*) AS n FROM room_message WHERE key IS NOT NULL GROUP BY 1, 2 HAVING n > 1",
    )
    .all()
  for (const { turn, n } of twice) tell(`turn ${String(turn)} has ${String(n)} replies in the room`)
  const open = db.prepare("SELECT key FROM outbox WHERE state = 'queued'").all()
  for (const { key } of open) tell(`reply ${String(key)} is still queued`)
  const lost = db
    .prepare(
      "SELECT key FROM outbox WHERE (state = 'sent') <> (key IN (SELECT key FROM room_message WHERE key IS NOT NULL))",
    )
    .all()
  for (const { key } of lost) tell(`reply ${String(key)} is booked as sent and not in the room, or the other way round`)
  const spent = db.prepare('SELECT total(messages) AS messages, total(tokens) AS tokens FROM usage').get()
  const tape = openTape(db)
  const ids = db.prepare('SELECT id FROM actor').all()
  const verdicts = ids.flatMap(({ id }) => tape.since(Number(id), 0))
  const told = {
    messages: verdicts.filter(isSent).length,
    tokens: verdicts.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
  }
  if (JSON.stringify(spent) !== JSON.stringify(told))
    tell(`usage is ${JSON.stringify(spent)}, the verdicts say ${JSON.stringify(told)}`)
  moneyProblems({ booked: Number(spent?.['tokens']), provider, reservedAtKills }).forEach(tell)
}

const isSent = ({ gate, outcome }: Verdict): boolean => gate === 'send' && outcome === 'sent'
