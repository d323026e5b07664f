// Four bridges in a ring whose bots answer everything: the talk ends by its hops (X3; bad input 18).
import { expect, test, vi } from 'vitest'
import { group, key, polling, place, says, side } from './bridge-world.ts'

test('a ring of four that answer each other for ever ends at the hop limit, and the next talk begins anew (18)', async () => {
  const names = ['a', 'b', 'c', 'd']
  const places = await Promise.all(names.map(() => place()))
  const heard: string[] = []
  const ring = names.map((id, n) => {
    const [next, before] = [(n + 1) % 4, (n + 3) % 4]
    // Each tells the next one; nobody is there to be told where the one before should be.
    const made = side({
      id,
      peers: [
        peer(names[next], places[next]?.url, [key(50 + n), key(20 + n)]),
        peer(names[before], 'http://127.0.0.1:9/', [key(20 + before), key(60 + n)]),
      ],
      intake: async ([message]) => {
        heard.push(`${id} hears ${message?.id}`)
        says(made.bridge, { message: `${message?.id}${id}`, batch: [message?.id ?? ''] }, made.hand.now())
      },
    })
    places[n]?.leadTo(made.app)
    made.begin()
    return made
  })
  for (const talk of ['1', '2']) {
    heard.length = 0
    const [first] = ring
    if (first) says(first.bridge, { message: `${talk}a`, batch: [talk] }, first.hand.now())
    // oxlint-disable-next-line no-await-in-loop -- a talk after the other
    await vi.waitFor(() => expect(heard).toContain(`a hears ${talk}abcd`), polling)
    expect(heard).toEqual([`b hears ${talk}a`, `c hears ${talk}ab`, `d hears ${talk}abc`, `a hears ${talk}abcd`])
  }
})

const peer = (id = '', url = '', [into, out]: [string, string]) => ({
  id,
  url,
  keys: { in: [into], out: [out] },
  groups: [group],
})
