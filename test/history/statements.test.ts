// Every statement of a working service, on a store with a long past: its plan, and what it reads of the file.
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openActors } from '../../src/store/actors.ts'
import { openBridgePosts } from '../../src/store/bridge-posts.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openInbox } from '../../src/store/inbox.ts'
import { recoveryOf } from '../../src/store/recovery.ts'
import { openMemoryStore } from '../../src/store/memory.ts'
import { openTalk } from '../../src/store/talk.ts'
import { openTape } from '../../src/store/tape.ts'
import { key } from '../channels/bridge/bridge-world.ts'
import { says, scriptedPeer } from '../channels/bridge/scripted-peer.ts'
import { iris, rex, running, type Running, tempFolders } from '../e2e/running.ts'
import { addPast } from './long-history.ts'
import { prunedWorld } from './pruner-world.ts'
import { askRooms } from './rooms-past.ts'
import { askRunTape } from './run-tape-past.ts'
import { askSmallTables } from './small-tables.ts'
import { askTelegram } from './telegram-past.ts'
import { askTopics } from './topics-past.ts'
import { type Watched, watchStatements } from './watched-statements.ts'
import { configured } from '../world/service-world.ts'
import { postJson } from '../world/posting.ts'

const folder = tempFolders()
const rows = 60_000
/** Of the file: a look at a few hundred rows, wherever they lie. What is read whole has more. */
const mostPages = 450
const day = 24 * 3_600_000

/** What reads more than a few rows all the same, and why that is right. */
const exceptions: { sql: RegExp; why: string }[] = [
  { sql: /^COMMIT$/, why: 'now and then moves the log into the file: a thousand pages of it, whatever is stored' },
  { sql: /^DELETE FROM tape WHERE n IN/, why: 'fifty rows at once, each with its words in the full-text index' },
  {
    sql: /^SELECT rowid FROM tape_index/,
    why: 'looks up every trigram of what is asked, where all rows say nearly the same: 200 rows at most, a few ms',
  },
  {
    sql: /^INSERT INTO tape_index \(tape_index, rank/,
    why: 'merges eight pages, and looks into each part of the index',
  },
  { sql: /^DELETE FROM message /, why: 'fifty lines at once, each with its words in the full-text index' },
  { sql: /^SELECT actor, key, job\.id/, why: 'once, at the start: the calls that were under way' },
  { sql: /^SELECT DISTINCT key FROM entry JOIN/, why: 'once, at the start: the groups on whose tape events wait' },
  {
    sql: /^SELECT n, text FROM word/,
    why: 'once, at the start: the words that the tape has numbers for, 5 000 at most',
  },
  {
    sql: /^SELECT key FROM actor ORDER BY at DESC/,
    why: 'once a process, for the first reader of the board, and an operator’s order to all groups',
  },
  { sql: /^SELECT id, key, version, seq, at, length/, why: 'the doctor alone' },
  {
    sql: /^SELECT at, led FROM entry WHERE actor = \? AND led/,
    why: 'a page asks for 500 verdicts: LIMIT in index order',
  },
  { sql: /^SELECT hops, root FROM bridge_journey/, why: 'sorts the messages of one batch' },
  { sql: /profile_words WHERE bot = \?1/, why: 'sorts the ten profiles that are kept of a bot' },
  {
    sql: /^SELECT total\(coalesce\(bytes, \d+\)\) AS bytes FROM room_file$/,
    why: 'once, before the first file that is sent',
  },
  { sql: /^SELECT \* FROM \(SELECT \* FROM room_message/, why: 'sorts one page of a room' },
  {
    sql: /^SELECT seq, at FROM entry WHERE actor/,
    why: 'chime doctor --reset alone: whether steps of a day are missing',
  },
  { sql: /^SELECT .* WHERE actor = \? AND at > \?/, why: 'chime doctor --reset alone: what is known of one actor' },
]

const isExcepted = ({ sql }: Watched): boolean => exceptions.some((exception) => exception.sql.test(oneLine(sql)))
const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ').trim()
/** Of a few rows whatever happens, or asked row by row. */
const small =
  /^SCAN (one|json_each|talk_indexed|talk_index VIRTUAL TABLE|tape_index VIRTUAL TABLE|CONSTANT ROW|pragma_table_info|sqlite_master|clock|clock_jump|boot|mcp_pin|\(subquery)/

function faultOf({ sql, plan, pages }: Watched): string | undefined {
  if (pages > mostPages) return `reads ${pages} pages`
  // SQLite plans by the number that is bound there: it parses the statement again at every run.
  if (/\bLIMIT \?/.test(sql)) return 'is planned anew at every run: write LIMIT +?'
  const scans = plan.filter((step) => step.startsWith('SCAN') && !small.test(step))
  if (scans.length > 0 && !/\bLIMIT\b/.test(sql)) return scans.join(', ')
  return plan.find((step) => step.includes('TEMP B-TREE'))
}

async function atWork() {
  const peer = await scriptedPeer()
  const groups = ['bridge:lab', 'web:lobby']
  const peers = [{ id: 'beta', url: peer.url, keys: { in: [key(1)], out: [key(2)] }, groups }]
  const { home, file } = await configured({
    home: folder(),
    bots: [iris, rex],
    reply: (n) => `Answer ${n} it is.`,
    rest: { bridge: { id: 'alpha', peers } },
  })
  const first = await running(home, file)
  const id = await first.visitor.say('lobby', 'Iris, how many?')
  await first.visitor.reply('lobby', { id, bot: 'iris' })
  await first.visitor.say('lobby', 'Rex, and you?')
  await first.stop()
  addPast(first.store, { rows, room: 'lobby', from: Date.now() - 40 * day, until: Date.now() - 60_000 })
  return { start: () => running(home, file), store: first.store }
}

/** Every page that is looked at is read, and so counted. */
function withoutCache(): void {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    return exec.call(this, sql.replace(/cache_size = -?\d+/, 'cache_size = 0'))
  }
  onTestFinished(() => void (DatabaseSync.prototype.exec = exec))
}

async function workWith({ url, visitor }: Running): Promise<void> {
  const answered = async (text: string, name: string): Promise<string> => {
    const id = await visitor.say('lobby', text, { name })
    await visitor.reply('lobby', { id, bot: 'iris' })
    return id
  }
  await answered('Iris, what did Bob say about number 77 of the budget?', 'Ann')
  const order = await answered('Iris, please forget what Bob said about number 50000 of the budget.', 'Newcomer')
  await visitor.post('lobby', 'the same once more', { id: order })
  const sent = await fetch(`${url}/api/rooms/lobby/files?name=note.txt`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'Budget: 77',
  })
  const { id: file } = (await sent.json()) as { id: string }
  await visitor.post('lobby', 'a note', { id: 'with-note', files: [file], replyTo: 'old-50', quote: '' })
  const told = { sender: { id: 'max', name: 'Max' }, text: 'Iris, which test?', hops: 1 }
  const mentions = [{ id: 'alpha/iris', name: 'Iris' }]
  await says(url, 'beta', key(1), { ...told, group: 'bridge:lab', message: 'm-1', root: 'm-1', mentions })
  await says(url, 'beta', key(1), { ...told, group: 'web:lobby', message: 'm-2', root: 'm-2', mentions: [] })
  const actor = 'actor=iris%20web:lobby'
  const paths = [
    '/health',
    '/api/board',
    '/api/rooms',
    '/api/rooms/lobby/messages?after=5',
    `/api/rooms/lobby/files/${file}`,
    `/api/tape?${actor}`,
    `/api/tape?${actor}&before=30000`,
    `/api/floor?${actor}`,
    `/api/floor?${actor}&before=2`,
    `/api/talk?${actor}`,
    `/api/talk?${actor}&before=old-55000`,
    `/api/calls?${actor}`,
    `/api/memory?${actor}`,
    '/api/connections',
    '/api/search?q=budget',
    '/api/ceilings?bot=iris',
    `/api/served?${actor}`,
  ]
  const orders = [
    ['/api/control', { do: 'mute', actor: 'iris web:lobby' }],
    ['/api/control', { do: 'pause', bot: 'iris' }],
    ['/api/control', { do: 'resume', bot: 'iris' }],
    ['/api/memory', { do: 'forget', actor: 'iris web:lobby' }],
  ] as const
  const requests = [
    ...paths.map((path) => fetch(url + path)),
    ...orders.map(([path, body]) => postJson(url + path, body)),
  ]
  const answers = await Promise.all(requests)
  expect(answers.map(({ url: path, status }) => `${status} ${path}`).filter((line) => !line.startsWith('200'))).toEqual(
    [],
  )
}

/** What is asked by channels and moments that this service has none of. */
function askTheRest(path: string): void {
  using db = openDatabase(path)
  const [talk, memory, actors] = [openTalk(db), openMemoryStore(db), openActors(db)]
  const place = { bot: 'iris', group: 'web:lobby' }
  const last = { ts: Date.now(), n: 2 * rows }
  talk.correct('web:lobby', 'old-77', 'Something else.')
  talk.history('web:lobby', 'old-100', 5)
  talk.around('web:lobby', ['old-100', 'old-40000'], { most: 60, own: 'person:p3' })
  talk.saidBy('web:lobby', 'person:p3', 0, 10)
  talk.saidBy('web:lobby', 'nobody', 0, 10)
  talk.saidWithin('web:lobby', 'person:p3', [last.ts - 39 * day, last.ts - 38 * day], 10)
  talk.saidWithin('web:lobby', 'nobody', [0, last.ts], 10)
  talk.saidByPeersOf('web:lobby', 'iris', Date.now() - 600_000, 10)
  talk.personsIn('web:lobby', 0)
  talk.botsIn('web:lobby')
  talk.newest('web:lobby')
  talk.heardAs('iris web:lobby')
  talk.heardBy('iris', 'web')
  talk.asOfNow()('web:lobby', 'old-5')
  memory.before('web:lobby', { ts: last.ts - 39 * day, n: 5 }, 60)
  memory.after('web:lobby', { ts: last.ts - 39 * day, n: 5 }, 3)
  memory.within('web:lobby', { from: last.ts - 39 * day, to: last.ts - 38 * day }, 80)
  memory.notesIn('web:lobby')
  memory.readAgain(place, 7)
  memory.setText(place, 'Ann likes tea.')
  memory.forgetUntil(place, 5)
  askRooms(db)
  openInbox(db).put('web:lobby', { id: 'old-5', bots: ['iris', 'rex'], isFirst: false }, Date.now())
  actors.quarantined(1)
  actors.release(5)
  actors.list()
  actors.clearJobs(1)
  actors.dropTimer(1, 'none')
  const tape = openTape(db)
  tape.since(1, Date.now())
  tape.goneUntil(1, Date.now() - day)
  recoveryOf(db, tape, 1, Date.now())
  // An answer over the bridge may still be on its way when the service stops.
  openBridgePosts(db).find('bridge:lab', 'iris', 'a key')
  askSmallTables(db)
  const { tables, index } = prunedWorld({ db, path, retainMs: 30 * day, maxBytes: 1e9 })
  for (const table of [...tables, ...askTelegram(db, rows), askTopics(db, rows), ...askRunTape(db, path, rows)]) {
    table.step(Date.now() - 30 * day, 50)
    table.oldest()
  }
  db.exec('UPDATE talk_indexed SET low = 30000')
  index.catchUp(100)
}

test('no statement reads rows in proportion to what is stored', { timeout: 120_000 }, async () => {
  const { start, store } = await atWork()
  const watch = watchStatements()
  onTestFinished(watch.end)
  withoutCache()
  const service = await start()
  onTestFinished(() => service.stop())
  await workWith(service)
  await service.stop()
  askTheRest(store)
  const all = watch.all()
  const faults = all
    .filter((statement) => !isExcepted(statement))
    .flatMap((statement) => {
      const fault = faultOf(statement)
      return fault === undefined ? [] : [{ sql: oneLine(statement.sql), fault, plan: statement.plan }]
    })
  expect({ faults, manyWereSeen: all.length > 100 }).toEqual({ faults: [], manyWereSeen: true })
  expect(all.filter(({ runs, plan }) => runs === 0 && plan.length > 0).map(({ sql }) => oneLine(sql))).toEqual([])
  const unused = exceptions.filter(({ sql }) => !all.some((statement) => sql.test(oneLine(statement.sql))))
  expect(unused).toEqual([])
})
