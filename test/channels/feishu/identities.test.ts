import { expect, test } from 'vitest'
import { makeIdentities } from '../../../src/channels/feishu/identities.ts'

const a = 'cli_00000000000000a1'
const b = 'cli_00000000000000b2'

test('one person is one member for two apps, and each app mentions it by its own open id (X5)', () => {
  const identities = makeIdentities()
  const ids = [
    identities.see(a, 'oc_1', { openId: 'ou_bob_a', unionId: 'on_bob', name: 'Bob' }),
    identities.see(b, 'oc_1', { openId: 'ou_bob_b', unionId: 'on_bob' }),
    identities.see(b, 'oc_1', { openId: 'ou_bob_b' }),
  ]
  expect([ids, identities.members(a, 'oc_1'), identities.members(b, 'oc_1'), identities.members(a, 'oc_2')]).toEqual([
    ['on_bob', 'on_bob', 'on_bob'],
    [{ id: 'on_bob', name: 'Bob', openId: 'ou_bob_a', isBot: false }],
    [{ id: 'on_bob', name: 'Bob', openId: 'ou_bob_b', isBot: false }],
    [],
  ])
})

test('our own bot is one member however an app shows it (R2, R3)', () => {
  const identities = makeIdentities()
  identities.own({ app: a, openId: 'ou_iris', id: 'iris!', name: 'Iris' })
  identities.link(b, { openId: 'ou_iris_b', unionId: 'on_iris' }, 'iris!')
  const shown = [
    { openId: 'ou_iris_b' },
    { unionId: 'on_iris' },
    { appId: a },
    { openId: 'ou_other', unionId: 'on_iris' },
  ]
  expect(shown.map((each) => identities.see(b, 'oc_1', each))).toEqual(['iris!', 'iris!', 'iris!', 'iris!'])
})

test('an open id of one app tells another app nothing', () => {
  const identities = makeIdentities()
  identities.own({ app: a, openId: 'ou_1', id: 'iris!', name: 'Iris' })
  expect([identities.see(b, 'oc_1', { openId: 'ou_1' }), identities.see(b, 'oc_1', {})]).toEqual(['ou_1', undefined])
})

test('who was listed by an open id alone, and leaves with a union id, is gone', () => {
  const identities = makeIdentities()
  identities.see(a, 'oc_1', { openId: 'ou_bob_a', name: 'Bob' })
  identities.see(a, 'oc_1', { openId: 'ou_amy_a', name: 'Amy' })
  identities.left(a, 'oc_1', { openId: 'ou_bob_a', unionId: 'on_bob' })
  identities.left(a, 'oc_1', { unionId: 'on_amy' })
  expect(identities.members(a, 'oc_1').map(({ name }) => name)).toEqual(['Amy'])
})

test('whom an app shows is found without a note of it', () => {
  const identities = makeIdentities()
  identities.see(a, 'oc_1', { openId: 'ou_bob_a', unionId: 'on_bob', name: 'Bob' })
  expect([
    identities.idOf(a, { openId: 'ou_bob_a' }),
    identities.idOf(b, { openId: 'ou_bob_a' }),
    identities.idOf(b, {}),
    identities.members(b, 'oc_1'),
  ]).toEqual(['on_bob', 'ou_bob_a', undefined, []])
})

test('what is remembered is bounded', () => {
  const identities = makeIdentities()
  for (let i = 0; i < 1_200; i += 1) identities.see(a, 'oc_1', { openId: `ou_${i}`, name: `P${i}` })
  expect(identities.members(a, 'oc_1').length).toBe(1_000)
})
