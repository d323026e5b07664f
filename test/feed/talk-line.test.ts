import { expect, test } from 'vitest'
import { lineOf } from '../../src/feed/talk-line.ts'
import { type Part, toldText } from '../../src/language/parts.ts'

const row = { id: 'm1', ts: 5, sender: 'person:ann', name: 'Ann', bot: false }
const shown = { id: 'm1', at: 5, sender: 'person:ann', name: 'Ann', bot: false }

test('the page gets the words alone, and beside them what the message carries (A12)', () => {
  const parts: Part[] = [{ kind: 'image', ref: '/api/rooms/lobby/files/a1', name: 'cat.png' }]
  expect(lineOf({ ...row, text: toldText('see', parts), parts })).toEqual({ ...shown, text: 'see', parts })
  expect(lineOf({ ...row, text: toldText('', parts), parts })).toEqual({ ...shown, text: '', parts })
  expect(lineOf({ ...row, text: 'see' })).toEqual({ ...shown, text: 'see' })
})

test('addresses of bytes that other services have stay here', () => {
  const parts: Part[] = [
    { kind: 'image', ref: 'img_v3_secret', name: 'cat.png' },
    { kind: 'file', ref: 'https://cdn.example.org/a?signature=b', name: 'a.pdf' },
    { kind: 'quote', text: 'look [image]', parts: [{ kind: 'image', ref: 'img_v3_secret' }] },
  ]
  expect(lineOf({ ...row, text: 'see', parts }).parts).toEqual([
    { kind: 'image', name: 'cat.png' },
    { kind: 'file', name: 'a.pdf' },
    { kind: 'quote', text: 'look [image]' },
  ])
})
