// Ids that an operator adds while the service runs, laid over the lists of the configuration.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AdmissionList, AdmissionRules } from '../../src/config/admission.ts'
import { makeAdmission } from '../../src/room/admission.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openServed } from '../../src/store/served.ts'

const lab = 'feishu:oc_lab'

interface Lists {
  channel?: AdmissionRules
  group?: AdmissionRules
}

function world({ channel = {}, group }: Lists) {
  const db = openDatabase(':memory:')
  const store = openServed(db)
  const admission = makeAdmission({
    config: {
      admission: { feishu: channel },
      groups: { [lab]: { bots: [], settings: {} as never, ...(group && { admission: group }) } },
    },
    isOwn: () => false,
    added: store.added,
  })
  return {
    why: (id: string, more: object = {}) =>
      admission.refusalOf({ group: lab, sender: { id, name: id, bot: false, ...more } })?.why,
    alone: (id: string) =>
      admission.refusalOf({ group: lab, sender: { id, name: id, bot: false }, oneToOne: true })?.why,
    add(place: string, list: AdmissionList, id: string): void {
      store.put({ place, list, id, at: 1 })
      store.refresh()
    },
    remove(place: string, id: string): void {
      store.remove(place, id)
      store.refresh()
    },
  }
}

test('who is added is served from then on, and no longer when removed', () => {
  const { why, add, remove } = world({ channel: { allowFrom: ['ann'] } })
  const told = [why('eve')]
  add(lab, 'allowFrom', 'eve')
  told.push(why('eve'), why('mal'))
  remove(lab, 'eve')
  expect([...told, why('eve')]).toEqual(['senderUnlisted', undefined, 'senderUnlisted', 'senderUnlisted'])
})

test('where the configuration has no list, who is added shuts nobody out, and only a denial does', () => {
  const { why, add, remove } = world({})
  add(lab, 'allowFrom', 'ann')
  const open = why('eve')
  add(lab, 'denyFrom', 'eve')
  const denied = [why('eve'), why('bo')]
  remove(lab, 'eve')
  expect([open, ...denied, why('eve')]).toEqual([undefined, 'senderDenied', undefined, undefined])
})

test('a later order stands in the place of an earlier one for the same id', () => {
  const { why, add } = world({ channel: { allowFrom: ['ann'] } })
  add(lab, 'denyFrom', 'eve')
  const first = why('eve')
  add(lab, 'allowFrom', 'eve')
  expect([first, why('eve')]).toEqual(['senderDenied', undefined])
})

test('a group with a list of its own takes nobody from what is added to its channel', () => {
  const { why, add } = world({ channel: { allowFrom: ['ann'] }, group: { allowFrom: ['bo'] } })
  add('feishu', 'allowFrom', 'eve')
  const ofChannel = why('eve')
  add(lab, 'allowFrom', 'eve')
  expect([ofChannel, why('eve')]).toEqual(['senderUnlisted', undefined])
})

test('a further id of a person counts, and a one-to-one list takes them in', () => {
  const { why, alone, add } = world({ channel: { allowFrom: ['ann'], dmPolicy: 'allowlist' } })
  add('feishu', 'allowFrom', 'on_eve')
  expect([why('ou_eve', { alsoKnownAs: ['on_eve'] }), alone('on_eve'), alone('mal')]).toEqual([
    undefined,
    undefined,
    'oneToOneClosed',
  ])
})

test('what a transaction took back was never in force', () => {
  const db = openDatabase(':memory:')
  const store = openServed(db)
  db.exec('BEGIN')
  store.put({ place: 'web', list: 'denyFrom', id: 'eve', at: 1 })
  const inside = store.rows()
  db.exec('ROLLBACK')
  store.refresh()
  expect([inside, store.rows(), store.added().size]).toEqual([[], [], 0])
})

const ids = ['ann', 'bo', 'eve', 'oc_lab', '*', '__proto__']
const list = fc.array(fc.constantFrom(...ids), { maxLength: 3 })
const row = fc.record({
  place: fc.constantFrom('feishu', lab, 'web'),
  list: fc.constantFrom<AdmissionList>('allowFrom', 'denyFrom'),
  id: fc.constantFrom(...ids),
})

test('whoever is denied, or stands on no list by file or page, is refused, whatever was added and removed', () => {
  fc.assert(
    fc.property(
      fc.record({ a: list, d: list, ga: list, gd: list }),
      fc.array(fc.record({ row, isRemoved: fc.boolean() }), { maxLength: 8 }),
      fc.constantFrom('ann', 'bo', 'eve', '__proto__'),
      ({ a, d, ga, gd }, orders, id) => {
        const rules = (allow: string[], deny: string[]): AdmissionRules => ({
          ...(allow.length > 0 && { allowFrom: allow }),
          ...(deny.length > 0 && { denyFrom: deny }),
        })
        const { why, add, remove } = world({ channel: rules(a, d), group: rules(ga, gd) })
        const stands = new Map<string, { place: string; list: AdmissionList; id: string }>()
        for (const { row: each, isRemoved } of orders) {
          const key = `${each.place} ${each.id}`
          if (isRemoved) {
            remove(each.place, each.id)
            stands.delete(key)
          } else {
            add(each.place, each.list, each.id)
            stands.set(key, each)
          }
        }
        const added = (place: string, on: AdmissionList): string[] =>
          [...stands.values()].filter((each) => each.place === place && each.list === on).map((each) => each.id)
        const isMe = (entry: string): boolean => [id, 'oc_lab', '*'].includes(entry)
        const denied = [...d, ...gd, ...added('feishu', 'denyFrom'), ...added(lab, 'denyFrom')]
        const allowed = [...(ga.length > 0 ? ga : [...a, ...added('feishu', 'allowFrom')]), ...added(lab, 'allowFrom')]
        const isOpen = a.length === 0 && ga.length === 0
        expect(why(id) === undefined).toBe(!denied.some(isMe) && (isOpen || allowed.some(isMe)))
      },
    ),
    { numRuns: 400 },
  )
})
