// Lines that are kept in memory are those of the store, whatever is written, corrected, removed or rolled back.
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { openMemoryStore } from '../../src/store/memory.ts'
import { openTalk, type TalkRow } from '../../src/store/talk.ts'
import { seeded } from '../crash/seeded.ts'

const groups = ['web:lobby', 'web:lab']
const senders = ['iris', 'rex', 'ann', 'ben']

function world(seed: number) {
  const db = openDatabase(':memory:')
  onTestFinished(() => db.close())
  const [talk, memory] = [openTalk(db), openMemoryStore(db)]
  const { number: random, one } = seeded(seed)
  const upTo = (n: number): number => Math.floor(random() * n)
  const all = db.prepare(
    'SELECT n, id, ts, sender, name, bot, text, reply_to FROM message WHERE grp = ? ORDER BY ts, n',
  )
  const stored = (group: string) =>
    all.all(group).map(({ n, reply_to: replyTo, ...row }) => ({
      n: Number(n),
      row: { ...row, bot: row['bot'] === 1, ...(replyTo !== null && { replyTo }) } as TalkRow,
    }))
  const drop = db.prepare('DELETE FROM message WHERE grp = ? AND id = ?')
  let said = 0

  function write(): void {
    const group = one(groups)
    const ids = stored(group).map(({ row }) => row.id)
    const sender = one(senders)
    const line = {
      id: `m${said++}`,
      ts: 1_000 + upTo(40),
      sender,
      name: sender,
      bot: sender === 'iris' || sender === 'rex',
    }
    switch (ids.length === 0 ? 0 : upTo(8)) {
      case 5:
        return talk.correct(group, one(ids), `corrected ${upTo(100)}`)
      case 6:
        return void drop.run(group, one(ids))
      // The number of the last row is given to the next one.
      case 7:
        return db.exec('DELETE FROM message WHERE n = (SELECT max(n) FROM message)')
      default:
        return talk.put(group, {
          ...line,
          text: `said ${upTo(100)}`,
          ...(upTo(3) === 0 && ids.length > 0 && { replyTo: one(ids) }),
        })
    }
  }

  function around(group: string, batch: readonly string[], most: number, own: string) {
    const lines = stored(group)
    const found = lines.flatMap(({ row }, at) => (batch.includes(row.id) ? [at] : []))
    const [first, last] = [found[0], found.at(-1)]
    if (first === undefined || last === undefined) return { before: [], batch: [], after: [], linked: [] }
    const between = lines.slice(first + 1, last).slice(-most)
    const shown = new Set([...between.map(({ row }) => row.id), ...batch])
    const span = lines.slice(first, last + 1).filter(({ row }) => shown.has(row.id))
    const ids = new Set(span.flatMap(({ row: { replyTo } }) => replyTo ?? []))
    const answered = lines.filter(({ row }) => ids.has(row.id))
    const ownLast = lines.slice(0, first).findLast(({ row }) => row.sender === own)
    const linked = [...answered, ...(ownLast ? [ownLast] : [])].filter((line) => !span.includes(line))
    const rows = (some: typeof lines) => some.map(({ row }) => row)
    return {
      before: rows(lines.slice(0, first).slice(-most)),
      batch: rows(span),
      after: rows(lines.slice(last + 1, last + 1 + most)),
      linked: rows(linked.toSorted((a, b) => a.row.ts - b.row.ts || a.n - b.n)),
    }
  }

  /** What is read of each group, beside what is stored of it. */
  function compared(): { read: unknown; isStored: unknown }[] {
    return groups.flatMap((group) => {
      const lines = stored(group)
      const rows = lines.map(({ row }) => row)
      const ids = rows.map(({ id }) => id)
      const batch = ids.filter(() => upTo(8) === 0)
      const place = lines[upTo(lines.length)]
      return [
        { read: talk.lines(group, ids), isStored: rows },
        { read: talk.history(group, undefined, 5), isStored: rows.slice(-5) },
        {
          read: talk.around(group, batch, { most: 4, own: 'iris' }),
          isStored: around(group, batch, 4, 'iris'),
        },
        ...(place ? [near(group, lines, place)] : []),
      ]
    })
  }

  function near(group: string, lines: ReturnType<typeof stored>, place: ReturnType<typeof stored>[number]) {
    const at = lines.indexOf(place)
    const { n, row } = place
    const known = ({ n: number, row: { bot: _, ...rest } }: typeof place) => ({ n: number, ...rest })
    return {
      read: [
        memory.lineWith(group, row.id),
        memory.before(group, { ts: row.ts, n }, 3),
        memory.after(group, { ts: row.ts, n }, 3),
      ],
      isStored: [
        known(place),
        lines.slice(0, at).slice(-3).toReversed().map(known),
        lines.slice(at + 1, at + 4).map(known),
      ],
    }
  }

  return { db, write, compared, upTo }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'what is read is what is stored, within transactions and after them; seed %i',
  (seed) => {
    const { db, write, compared, upTo } = world(seed)
    const all: ReturnType<typeof compared> = []
    for (let round = 0; round < 120; round += 1) {
      const inTransaction = upTo(3) === 0
      if (inTransaction) db.exec('BEGIN')
      for (let n = upTo(4); n >= 0; n -= 1) {
        write()
        if (upTo(2) === 0) all.push(...compared())
      }
      if (inTransaction) db.exec(upTo(2) === 0 ? 'COMMIT' : 'ROLLBACK')
      all.push(...compared())
    }
    expect(all.map(({ read }) => read)).toEqual(all.map(({ isStored }) => isStored))
  },
)

test('a line that is read again is the same object, until it says something else', () => {
  const db = openDatabase(':memory:')
  onTestFinished(() => db.close())
  const talk = openTalk(db)
  talk.put('web:lobby', { id: '1', ts: 1, sender: 'ann', name: 'Ann', bot: false, text: 'hello' })
  const [first] = talk.lines('web:lobby', ['1'])
  const [again] = openTalk(db).lines('web:lobby', ['1'])
  talk.correct('web:lobby', '1', 'goodbye')
  const [corrected] = talk.lines('web:lobby', ['1'])
  expect([again === first, first?.text, corrected?.text]).toEqual([true, 'hello', 'goodbye'])
})
