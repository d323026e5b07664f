// What a bot heard on its way to the service: in batches, in order, and a correction until it is stored.
import { expect, test } from 'vitest'
import type { Correction, InboundMessage } from '../../src/channels/channel.ts'
import { makeHandingIn } from '../../src/channels/handing-in.ts'

const group = 'xmpp:lab@conference.localhost'
const message = (id: string): { message: InboundMessage } => ({
  message: { id, group, ts: 1, sender: { id: 'ann@localhost', name: 'Ann', bot: false }, text: id },
})
const correction = (id: string, text: string): { correction: Correction } => ({ correction: { group, id, text } })

/** What was handed in, in its order; a pause ends when it is told to. */
function handing({ fails = () => false }: { fails?: (what: string) => boolean } = {}) {
  const told: string[] = []
  let wake = () => {}
  const tell = (what: string) => {
    if (fails(what)) throw new Error('the store is full')
    told.push(what)
  }
  const made = makeHandingIn({
    async intake(messages) {
      tell(messages.map(({ id }) => id).join(' '))
    },
    corrected: ({ id, text }) => tell(`${id} = ${text}`),
    timers: {
      now: () => 0,
      at(_, then) {
        wake = then
        return () => {}
      },
    },
    overflowed: () => {},
  })
  made.open()
  return { ...made, told, wake: () => wake() }
}

/** Everything that needs no timer has been done. */
const settled = () => new Promise(setImmediate)

test('what is heard in one go, as after an absence, is one batch', async () => {
  const { put, told } = handing()
  for (const id of ['a', 'b', 'c']) put(message(id))
  await settled()
  expect(told).toEqual(['a b c'])
})

test('a correction stands between what was said before and after it', async () => {
  const { put, told } = handing()
  for (const item of [message('a'), message('b'), correction('a', 'new'), message('c')]) put(item)
  await settled()
  expect(told).toEqual(['a b', 'a = new', 'c'])
})

test('what is said behind a message that something is fetched for waits for it, and it is kept where the bot goes meanwhile', async () => {
  const { put, told, close, open } = handing()
  const { promise, resolve } = Promise.withResolvers<InboundMessage>()
  put({ ...message('a'), completed: promise })
  put(message('b'))
  await settled()
  const waiting = [...told]
  close()
  resolve(message('a with its quote').message)
  await settled()
  const gone = [...told]
  open()
  await settled()
  expect([waiting, gone, told]).toEqual([[], [], ['a with its quote b']])
})

test('a correction that the store refuses is told again, before anything that was said after it', async () => {
  let isFull = true
  const { put, told, wake } = handing({ fails: (what) => isFull && what.includes('=') })
  for (const item of [message('a'), correction('a', 'new'), message('b')]) put(item)
  await settled()
  expect(told).toEqual(['a'])
  isFull = false
  wake()
  await settled()
  expect(told).toEqual(['a', 'a = new', 'b'])
})

test('what is said after a refused correction is heard, also when nothing else waited', async () => {
  let isFull = true
  const { put, told, wake } = handing({ fails: () => isFull })
  put(correction('a', 'new'))
  await settled()
  isFull = false
  wake()
  await settled()
  put(message('b'))
  await settled()
  expect(told).toEqual(['a = new', 'b'])
})
