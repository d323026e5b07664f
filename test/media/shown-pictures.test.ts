import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Carried } from '../../src/media/media.ts'
import { reducePicture, type ReducedPicture } from '../../src/media/reduce-picture.ts'
import { makeShownPictures } from '../../src/media/shown-pictures.ts'
import { picture as drawn } from './samples.ts'

const picture = { bytes: new Uint8Array([1]), mime: 'image/png', width: 1, height: 1 }
const part = { kind: 'image', ref: 'a' } as const
const sick = 'feishu:oc_1'

interface World {
  /** What the channels that are well give. */
  given?: ReducedPicture
  longestMs?: number
}

/** Feishu does not answer until it is let. */
function world({ given = picture, longestMs = 60_000 }: World = {}) {
  const asked: Carried[] = []
  const held: (() => void)[] = []
  const shown = makeShownPictures({
    longestMs,
    lineOf: () => ({ parts: [part] }),
    media: {
      async picture(what) {
        asked.push(what)
        if (what.group === sick) await new Promise<void>((resolve) => held.push(resolve))
        return given
      },
    },
  })
  const look = (group: string, message = 'm1', signal = new AbortController().signal, isSmall = false) =>
    shown({ group, bot: 'iris', message, index: 0, isSmall }, signal)
  return { look, asked: () => asked.map(({ group, message }) => `${group} ${message}`), held }
}

test('a channel that hangs keeps neither the pictures of another waiting nor the downloads of replies', async () => {
  const { look, asked } = world()
  for (let n = 0; n < 10; n += 1) void look(sick, `m${n}`)
  expect(await look('xmpp:lab@rooms.example.org')).toEqual(picture)
  expect(asked()).toEqual([`${sick} m0`, `${sick} m1`, 'xmpp:lab@rooms.example.org m1'])
})

test('who leaves and comes again asks for the same picture once, and no further one takes the place that it keeps', async () => {
  const { look, asked, held } = world()
  for (let n = 0; n < 5; n += 1) {
    const leaving = new AbortController()
    const looks = [look(sick, 'm1', leaving.signal), look(sick, 'm2', leaving.signal), look(sick, 'm3', leaving.signal)]
    leaving.abort()
    // oxlint-disable-next-line no-await-in-loop -- one visit after the other
    expect(await Promise.all(looks)).toEqual(looks.map(() => ({ unread: 'coming' })))
  }
  expect(asked()).toEqual([`${sick} m1`, `${sick} m2`])
  const again = look(sick, 'm1')
  for (const go of held) go()
  expect(await again).toEqual(picture)
  // Nobody waited for the third when its turn came.
  expect(asked()).toEqual([`${sick} m1`, `${sick} m2`])
})

test('a request ends in time, and the next one gets what has come meanwhile', async () => {
  const { look, held } = world({ longestMs: 5 })
  expect(await look(sick)).toEqual({ unread: 'coming' })
  for (const go of held) go()
  expect(await look(sick)).toEqual(picture)
})

test('in the talk a picture is small, and a drawing keeps its sharp edges', async () => {
  const photo = await reducePicture(await drawn(3_000, 2_000))
  const plain = await reducePicture(
    await sharp({ create: { width: 900, height: 90, channels: 3, background: '#246' } })
      .png()
      .toBuffer(),
  )
  const sizes = await Promise.all(
    [photo, plain].map(async (given) => {
      const read = await world({ given }).look('xmpp:lab', 'm1', undefined, true)
      return 'unread' in read ? read : [read.mime, read.width, read.height]
    }),
  )
  expect(sizes).toEqual([
    ['image/jpeg', 390, 260],
    ['image/png', 600, 60],
  ])
})

test('what is no picture, or of somebody who is not served, is not asked for', async () => {
  const lines = {
    file: { parts: [{ kind: 'file', ref: 'a' } as const] },
    refused: { parts: [part], refused: true as const },
    plain: {},
  }
  const shown = makeShownPictures({
    lineOf: (_, message) => lines[message as keyof typeof lines],
    media: { picture: () => Promise.reject(new Error('asked')) },
  })
  const signal = new AbortController().signal
  for (const message of [...Object.keys(lines), 'none'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await shown({ group: sick, bot: 'iris', message, index: 0, isSmall: true }, signal)).toEqual({
      unread: 'gone',
    })
})
