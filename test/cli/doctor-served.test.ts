// Who is served, as the doctor tells it: a line a channel, a group and a bot with rules of its own.
import { expect, test } from 'vitest'
import { checkAdded, checkServed } from '../../src/cli/doctor/served.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openServed } from '../../src/store/served.ts'
import { loadYaml } from '../config/load.ts'

const told = (yaml: string, channels: string[]): string[] =>
  checkServed(loadYaml(yaml), channels).map(({ sign, what, found, next }) =>
    [sign, what, found, ...(next === undefined ? [] : [next])].join(' | '),
  )

test('without rules everybody is served', () => {
  expect(told('bots: [{ name: Iris }]', ['web', 'feishu'])).toEqual([
    'ok | served | on web: everybody',
    'ok | served | on feishu: everybody',
  ])
})

test('lists, what becomes of the others, one-to-one chats, groups and limits', () => {
  const yaml = `
bots: [{ name: Iris, limits: { perPerson: { tokensPerDay: 40000 } } }, { name: Rex }]
limits: { per_person: { messages_per_day: 20 } }
channels:
  web: { allowFrom: ['person:ann'] }
  feishu:
    appId: cli_0123456789abcdef
    appSecret: s
    allowFrom: [ou_1, ou_2, ou_3, ou_4, ou_5, ou_6]
    denyFrom: [ou_9]
    unlisted: ignore
    dmPolicy: allowlist
    heedsAll: true
groups:
  feishu:oc_hall: { allowFrom: ['*'] }
`
  expect(told(yaml, ['web', 'feishu'])).toEqual([
    'warn | served | on web: person:ann; what others say stays context | on the page anybody may take a name: keep others out by channels.web.token',
    'ok | served | on feishu: ou_1, ou_2, ou_3, ou_4 and 2 more; never ou_9; what others say is dropped; one-to-one with those who are listed; a mention of everybody is one of each bot',
    'ok | served | on feishu:oc_hall: everybody; never ou_9; what others say is dropped; one-to-one with those who are listed; a mention of everybody is one of each bot',
    'ok | served | Iris gives one person 20 answers and 40000 tokens a day',
    'ok | served | Rex gives one person 20 answers a day',
  ])
})

test('what operators added by the page, also of a store that no service has opened since there is such a list', () => {
  const db = openDatabase(':memory:')
  const { put } = openServed(db)
  const nothing = checkAdded(db)
  put({ place: 'feishu', list: 'allowFrom', id: 'ou_1', at: 1 })
  put({ place: 'web:lobby', list: 'allowFrom', id: 'person:ann', at: 2 })
  put({ place: 'web:lobby', list: 'denyFrom', id: 'person:eve', at: 3 })
  const added = checkAdded(db).map(({ found }) => found)
  db.exec('DROP TABLE served')
  expect([nothing, added, checkAdded(db)]).toEqual([
    [],
    ['on feishu, by the page: ou_1', 'on web:lobby, by the page: person:ann; never person:eve'],
    [],
  ])
})
