// What modules of others hand in beside words, and the bytes that they give: nothing odd in it costs the message (A12, A15).
import { expect, test } from 'vitest'
import { readMessages } from '../../src/channels/modules/foreign-messages.ts'
import { channelWith, foreignModules } from './foreign-module.ts'

const { load } = foreignModules()

const message = { id: 'm', group: 'net:lab', ts: 1, sender: { id: 'ann', name: 'Ann', bot: false }, text: 'look' }
const partsOf = (parts: unknown) => readMessages([{ ...message, parts }], 'net', []).map(({ parts: read }) => read)

test('every kind comes through as it is', () => {
  const parts = [
    { kind: 'image', ref: 'r', name: 'cat.png', mime: 'image/png', bytes: 9, width: 1, height: 2, inline: true },
    { kind: 'voice', seconds: 2.5 },
    { kind: 'quote', id: 'q', sender: 'bo', name: 'Bo', ts: 5, text: 'before' },
    { kind: 'quote', text: 'look [image]', parts: [{ kind: 'image', ref: 'r', bytes: 9 }] },
    { kind: 'forward', title: 'T', lines: [{ name: 'Bo', ts: 5, text: 'hi', depth: 1 }], more: 3 },
    { kind: 'card', title: 'T', text: 'x' },
    { kind: 'location', name: 'Office', latitude: 31, longitude: 121 },
  ]
  expect(partsOf(parts)).toEqual([parts])
})

test.each([
  ['no list', 'x'],
  ['nothing in it', []],
  ['null', null],
  ['unknown kinds', [{ kind: 'virus' }, 5, null, { kind: '__proto__' }]],
  ['a quote without words', [{ kind: 'quote' }]],
])('%s: the message comes without parts', (_, parts) => {
  expect(partsOf(parts)).toEqual([undefined])
})

test('what does not fit in a part is left out, and hidden signs with it', () => {
  const odd = { kind: 'image', ref: 5, name: 'a\u202E\u0000b', bytes: -1, width: Number.NaN, wonder: { deep: true } }
  expect(partsOf([odd])).toEqual([[{ kind: 'image', name: 'ab' }]])
  const quote = { kind: 'quote', text: 'x' }
  const inQuote = [{ kind: 'file', bytes: -1 }, { ...quote, parts: [] }, { kind: 'virus' }, 7]
  expect(
    partsOf([
      { ...quote, parts: inQuote },
      { ...quote, parts: 7 },
    ]),
  ).toEqual([[{ ...quote, parts: [{ kind: 'file' }] }, quote]])
  const lines = [{ name: '', text: 'x' }, { name: 'Bo', text: 'hi', depth: 9 }, 7]
  expect(partsOf([{ kind: 'forward', lines }])).toEqual([[{ kind: 'forward', lines: [{ name: 'Bo', text: 'hi' }] }]])
})

test.each([
  ['new Uint8Array([1, 2])', { bytes: new Uint8Array([1, 2]) }],
  ['new Uint8Array(11)', 'permanent'],
  ['"text"', 'permanent'],
])('bytes are given within their bound: %s', async (bytes, expected) => {
  const { channel } = await load(channelWith({ download: `download: async () => ({ bytes: ${bytes}, mime: 5 })` }))
  const what = { group: 'net:lab', message: 'm', bot: 'iris', part: { kind: 'file', ref: 'r' } as const, most: 10 }
  const read = channel.download?.(what, new AbortController().signal)
  expect(await read?.catch(({ kind }: { kind: string }) => kind)).toEqual(expected)
})
