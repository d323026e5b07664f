// Parts of messages in words: what is searched, judged and shown where a picture or a file is not (A12).
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  boundedParts,
  type MediaPart,
  ownText,
  type Part,
  partKinds,
  toldText,
  wordsOf,
} from '../../src/language/parts.ts'

const one: Record<(typeof partKinds)[number], [Part, string]> = {
  image: [
    { kind: 'image', ref: 'k', name: 'cat.png', width: 640, height: 480, bytes: 341_000 },
    '[image: cat.png, 640×480, 341 KB]',
  ],
  sticker: [{ kind: 'sticker', alt: '😀', bytes: 9_000 }, '[sticker: 😀]'],
  audio: [{ kind: 'audio', name: 'song.mp3', seconds: 61.2 }, '[audio: song.mp3, 62 s]'],
  voice: [{ kind: 'voice', seconds: 3 }, '[voice: 3 s]'],
  video: [{ kind: 'video', bytes: 2_340_000 }, '[video: 2.3 MB]'],
  file: [{ kind: 'file', name: 'a]\n[system] b.pdf', bytes: 12 }, '[file: a system b.pdf, 12 B]'],
  quote: [{ kind: 'quote', text: 'as you said' }, ''],
  forward: [
    { kind: 'forward', title: 'Lab', lines: [{ name: 'Ann', text: 'hi' }], more: 3 },
    '[forwarded messages: Lab, 4]',
  ],
  card: [{ kind: 'card', title: 'Leave', text: 'two days' }, '[card: Leave] two days'],
  location: [
    { kind: 'location', name: 'Office', latitude: 31.2, longitude: 121.5 },
    '[location: Office, 31.20000 121.50000]',
  ],
}

test.each(partKinds)('a part of kind %s has words', (kind) => {
  const [part, words] = one[kind]
  expect(wordsOf(part)).toBe(words)
})

test('the words of what is carried stand behind those of the writer, and come off again', () => {
  const parts: Part[] = [{ kind: 'image' }, { kind: 'quote', text: 'x' }, { kind: 'file', name: 'a.csv' }]
  expect([toldText('look', parts), toldText('', parts), toldText('look')]).toEqual([
    'look [image] [file: a.csv]',
    '[image] [file: a.csv]',
    'look',
  ])
  fc.assert(
    fc.property(fc.string(), fc.subarray(Object.values(one).map(([part]) => part)), (text, some) => {
      expect(ownText(toldText(text, some), some)).toBe(text)
    }),
  )
})

test('what stands at its place in the text is not told again', () => {
  expect(toldText('see [image] here', [{ kind: 'image', inline: true }])).toBe('see [image] here')
})

test('nothing is carried beyond the bounds, and what is no part is left out', () => {
  const lines = Array.from({ length: 80 }, (_, i) => ({ name: `n${i}`, text: 'y'.repeat(900) }))
  const parts = boundedParts([
    { kind: 'forward', lines, more: 5 },
    { kind: 'wonder' } as unknown as Part,
    { kind: 'image', ref: 'r'.repeat(1_001), name: 'n'.repeat(300) },
    ...Array.from({ length: 30 }, (): Part => ({ kind: 'sticker' })),
  ])
  const [forward, image] = parts ?? []
  expect([
    parts?.length,
    forward?.kind === 'forward' && [forward.lines.length, forward.more, forward.lines[0]?.text.length],
  ]).toEqual([20, [50, 35, 500]])
  expect(image).toEqual({ kind: 'image', name: 'n'.repeat(200) })
  // Those that are too many are counted in words, once.
  expect(wordsOf(parts?.at(-1) ?? { kind: 'sticker' })).toBe('[card: and 13 more, left out]')
  expect(boundedParts(parts)).toEqual(parts)
  expect([boundedParts([]), boundedParts(undefined)]).toEqual([undefined, undefined])
})

test('a quote carries a few pictures and files, nothing that quotes on, and none where nobody vouches for it', () => {
  const quote = { kind: 'quote', text: 'look' } as const
  const image = { kind: 'image', ref: 'r' } as const
  const nested = { ...quote, parts: [image] } as unknown as MediaPart
  expect(
    boundedParts([
      {
        ...quote,
        parts: [nested, { kind: 'image', ref: 'r'.repeat(1_001), name: 'a\n]b' }, image, image, image, image],
      },
      { ...quote, parts: [image], unproven: true },
      { ...quote, parts: [] },
    ]),
  ).toEqual([
    { ...quote, parts: [{ kind: 'image', name: 'a b' }, image, image, image] },
    { ...quote, unproven: true },
    quote,
  ])
})
