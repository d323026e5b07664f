// A room that moves from store to store: the same there, whatever numbers the stores give its rows and words.
import { expect, test } from 'vitest'
import { pack } from '../../../src/store/tape-codec.ts'
import type { Led } from '../../../src/store/tape-record.ts'
import { openMemoryStore } from '../../../src/store/memory.ts'
import { openLedger } from '../../../src/store/ledger.ts'
import { openWords, wordsInFull } from '../../../src/store/words.ts'
import { openTalk } from '../../../src/store/talk.ts'
import { putMark, refuseMoved } from '../../../src/host/moving/move-mark.ts'
import type { MovedRoom } from '../../../src/host/moving/moved-room.ts'
import { openRoomStore } from '../../../src/host/moving/room-store.ts'
import { differences, makeTally, type Tallies, verdictsOnTape } from '../../../src/host/moving/tally.ts'
import { reworded } from '../../../src/host/moving/words.ts'
import { inMemory } from '../stores.ts'

const led: Led = {
  took: ['group.turn.idle.1', 'group.turn.checking.0'],
  verdicts: [
    {
      turn: 3,
      at: 9,
      gate: 'decide',
      outcome: 'no',
      why: 'knownAlready',
      messages: ['a', 'b'],
      tokens: 12,
      numbers: { score: 0.5, needed: 'high' },
      reason: 'score',
    },
    { turn: 3, at: 9, gate: 'dispatch', outcome: 'end', why: 'knownAlready', messages: ['a', 'b'] },
    { turn: null, at: 9, gate: 'duplicate', outcome: 'ignored', why: 'knownAlready', messages: [] },
  ],
  standing: {
    active: ['group.vitality.ACTIVE', 'group.turn.idle'],
    vitality: 'ACTIVE',
    timers: [{ id: 'xstate.after.rest', name: 'rest', due: 77 }],
    messagesIn5m: 1,
    speakersIn5m: 2,
    waiting: 3,
    skipsInARow: 4,
    budget: [{ window: 'short', durationMs: 60, messages: 1, maxMessages: 5, tokens: 7, maxTokens: 70 }],
    policy: 'open',
    muted: true,
  },
}

function storeWith(...words: string[]) {
  const db = inMemory()
  openMemoryStore(db)
  const known = openWords(db)
  for (const word of words) known.of(word)
  return { db, store: openRoomStore(db) }
}

function room(): MovedRoom {
  const line = (id: string, text: string) => ({ id, ts: 5, sender: 'web:ann', name: 'Ann', bot: false, text })
  return {
    key: 'web:lobby',
    charts: [
      {
        key: 'iris web:lobby',
        version: '12',
        body: '{"a":1}',
        seq: 2,
        at: 9,
        timers: [
          { id: 'rest', gen: 2, due: 77 },
          { id: 'own', gen: 1, due: 99, event: { type: 'own', n: 1 } },
        ],
      },
      { key: '#helper/work/iris web:lobby', version: '1', body: '', seq: 0, at: 9, timers: [] },
    ],
    jobs: [{ key: 'iris web:lobby', id: 'decide', gen: 2, src: 'decide', input: { ids: ['a'] }, cost: null }],
    held: [{ key: '#helper/work/iris web:lobby', event: { type: 'hear' } }],
    seen: [
      ['b', 'iris rex'],
      ['41', 'iris'],
    ],
    lines: [line('41', 'one'), { ...line('b', 'two'), replyTo: '41', refused: true as const }, line('c', 'three')],
    entries: [
      { key: 'iris web:lobby', seq: 1, at: 8, kind: 'event', body: '{"type":"x"}', led: null },
      {
        key: 'iris web:lobby',
        seq: 2,
        at: 9,
        kind: 'message',
        body: '',
        led: pack('message.received', led, undefined, wordsInFull),
      },
    ],
    rest: {
      memory_note: [
        { bot: 'iris', grp: 'web:lobby', key: 'iris web:lobby', text: 'tea', at: 7, generation: 2, upto: 'b' },
      ],
      memory_floor: [{ bot: 'iris', grp: 'web:lobby', ts: 3 }],
      outbox: [
        {
          key: 'iris 3',
          turn: 3,
          at: 9,
          text: 'hi',
          type: 'reply',
          state: 'queued',
          message: null,
          chart: 'iris web:lobby',
        },
      ],
    },
  }
}

const tallyOf = (rooms: readonly MovedRoom[]): Tallies => {
  const tally = makeTally()
  for (const each of rooms) tally.room(each, verdictsOnTape(each.entries))
  return tally.result()
}

test('words of a row stand in full between stores, and in numbers again in the next one', () => {
  const { db } = storeWith('other', 'words')
  const words = openWords(db)
  const packed = pack('message.received', led, undefined, words)
  const full = reworded(packed, words.text)
  expect([full, reworded(full, (word) => words.of(String(word)))]).toEqual([
    pack('message.received', led, undefined, wordsInFull),
    packed,
  ])
})

test('a room is the same in a store that has numbered other lines and words before', () => {
  const [one, two] = [storeWith(), storeWith('group.turn.idle', 'short', 'score')]
  openTalk(two.db).put('web:den', { id: 'z', ts: 1, sender: 's', name: 'S', bot: false, text: 'before' })
  one.store.write(room(), 1_000)
  const first = one.store.read('web:lobby')
  two.store.write(first, 2_000)
  expect([first, two.store.read('web:lobby'), one.store.rooms(), two.store.rooms()]).toEqual([
    {
      ...room(),
      seen: [
        ['b', 'iris rex'],
        ['41', 'iris'],
      ],
    },
    first,
    ['web:lobby'],
    ['web:den', 'web:lobby'],
  ])
  expect(differences(tallyOf([first]), tallyOf([two.store.read('web:lobby')]))).toEqual([])
  // What it was told goes on: the reply is settled, the timer goes off, the note knows its line.
  openLedger(two.db).settleReply(1, 3, 'sent', 'm1')
  expect([
    two.db.prepare('SELECT state FROM outbox').get(),
    two.db.prepare('SELECT due FROM actor WHERE due IS NOT NULL').all(),
    two.db.prepare('SELECT id FROM message WHERE n = (SELECT upto FROM memory_note)').get(),
  ]).toEqual([{ state: 'sent' }, [{ due: 77 }], { id: 'b' }])
})

test('in the store of a worker a room has its past, and nothing of it goes off; what is read late changes no newer snapshot', () => {
  const { db, store } = storeWith()
  store.addPast(
    'web:lobby',
    {
      ...room(),
      charts: [{ key: 'iris web:lobby', version: '12', body: '{"new":1}', seq: 5, at: 20, timers: [] }],
      entries: [],
      lines: [],
    },
    false,
  )
  store.addPast('web:lobby', room(), false)
  expect([
    db.prepare("SELECT body, seq, due FROM actor WHERE key = 'iris web:lobby'").get(),
    db.prepare('SELECT count(*) AS n FROM job').get(),
    store.read('web:lobby').lines.length,
  ]).toEqual([{ body: '{"new":1}', seq: 5, due: null }, { n: 0 }, 3])
})

test('a difference of any kind is seen; a text that no database takes is the same as what stands for it', () => {
  const [jobs, lines, charts] = [room().jobs, room().lines, room().charts]
  const changed: [Partial<MovedRoom>, string[]][] = [
    [{ lines: lines.toReversed() }, ['lines']],
    [{ seen: [['b', 'iris']] }, ['inbox ids']],
    [{ jobs: jobs.map((job) => ({ ...job, gen: 3 })) }, ['jobs']],
    [{ held: [] }, ['waiting events']],
    [{ charts: charts.map((chart) => ({ ...chart, timers: chart.timers.slice(1) })) }, ['timers']],
    [{ charts: charts.map((chart) => ({ ...chart, seq: 7 })) }, ['snapshots']],
    [{ entries: room().entries.slice(0, 1) }, ['steps on the tape', 'verdicts']],
    [{ rest: {} }, ['notes and replies']],
    [{ lines: lines.map((line) => ({ ...line, text: line.text })) }, []],
  ]
  expect(changed.map(([over]) => differences(tallyOf([room()]), tallyOf([{ ...room(), ...over }])))).toEqual(
    changed.map(([, kinds]) => kinds),
  )
  const said = (text: string): Tallies => tallyOf([{ ...room(), lines: lines.map((line) => ({ ...line, text })) }])
  expect(differences(said('a\0b'), said('a\uFFFDb'))).toEqual([])
})

test('a store whose rooms live elsewhere, or are on their way, is opened by no service', () => {
  const at = (direction: 'in' | 'out', isDone: boolean, isWorker: boolean): string => {
    const { db } = storeWith()
    putMark(db, { id: 'm', direction, isDone, cursor: '' })
    try {
      refuseMoved(db, isWorker)
      return 'opened'
    } catch (error) {
      return (error as Error).message.replace(/^.*?(cut off|have moved|which have moved)/, '$1').split(':')[0] ?? ''
    }
  }
  expect([
    at('out', false, false),
    at('out', true, false),
    at('in', false, false),
    at('in', true, false),
    at('in', true, true),
    at('out', true, true),
  ]).toEqual(['cut off', 'have moved to a cluster', 'cut off', 'opened', 'which have moved', 'which have moved'])
})
