import { expect, test } from 'vitest'
import { makeShownPictures } from '../../src/media/shown-pictures.ts'

const picture = { bytes: new Uint8Array([1]), mime: 'image/png', width: 1, height: 1 }
const never = new AbortController().signal
const part = { kind: 'image', ref: 'a' } as const

test('a channel that hangs keeps neither the pictures of another waiting nor the downloads of replies', async () => {
  const asked: string[] = []
  const shown = makeShownPictures({
    lineOf: () => ({ parts: [part] }),
    media: {
      picture({ group }) {
        asked.push(group)
        return group === 'feishu:oc_1' ? new Promise(() => {}) : Promise.resolve(picture)
      },
    },
  })
  const look = (group: string) => shown({ group, bot: 'iris', message: 'm1', index: 0 }, never)
  for (let n = 0; n < 10; n += 1) void look('feishu:oc_1')
  expect(await look('xmpp:lab@rooms.example.org')).toEqual(picture)
  expect(asked.filter((group) => group === 'feishu:oc_1')).toHaveLength(2)
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
  for (const message of [...Object.keys(lines), 'none'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await shown({ group: 'feishu:oc_1', bot: 'iris', message, index: 0 }, never)).toEqual({ unread: 'gone' })
})
