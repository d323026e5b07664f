// Files that were sent to a room: served to the page, carried by a message, read by the bots.
import { describe, expect, test } from 'vitest'
import type { RoomMessage } from '../../src/channels/web/contract.ts'
import { at, get, post, signal } from './web-fixture.ts'
import { filesIn, gif, jpeg, pathOf, png, sent, started, text, webp } from './web-uploads.ts'

describe('serving', () => {
  const headersOf = async (body: Uint8Array, name: string) => {
    const web = await started()
    const file = await sent(web, body, name)
    const { headers } = await get(web.app, pathOf(file))
    return {
      kind: file.part.kind,
      type: headers.get('content-type'),
      disposition: headers.get('content-disposition'),
      policy: headers.get('content-security-policy'),
      sniff: headers.get('x-content-type-options'),
      elsewhere: headers.get('cross-origin-resource-policy'),
    }
  }
  const guarded = { policy: "default-src 'none'; sandbox", sniff: 'nosniff', elsewhere: 'same-origin' }
  const script = '<script>document.title = 1</script>'

  test.each([
    ['png', png, 'image/png'],
    ['jpeg', jpeg, 'image/jpeg'],
    ['gif', gif, 'image/gif'],
    ['webp', webp, 'image/webp'],
    // Whoever reads it as a page is told that it is a picture, and may run nothing.
    ['gif that is a page, too', Buffer.concat([gif, text(script)]), 'image/gif'],
  ])('a %s is shown', async (_, body, type) => {
    expect(await headersOf(body, 'a.html')).toEqual({
      ...guarded,
      kind: 'image',
      type,
      disposition: `inline; filename="a.html"; filename*=UTF-8''a.html`,
    })
  })

  test.each([
    ['a page', text(`<!doctype html>${script}`)],
    ['SVG', text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['SVG behind an XML head', text(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['a page behind a picture’s comment', text(`<!-- \u0089PNG -->${script}`)],
    ['a PDF', text('%PDF-1.7\n1 0 obj')],
    ['JavaScript', text('alert(1)')],
  ])('%s called cat.png is a file that is saved', async (_, body) => {
    expect(await headersOf(body, 'cat.png')).toEqual({
      ...guarded,
      kind: 'file',
      type: 'application/octet-stream',
      disposition: `attachment; filename="cat.png"; filename*=UTF-8''cat.png`,
    })
  })

  test('a name ends no header and no string in it', async () => {
    const { disposition } = await headersOf(text('a'), 'x"; evil=1\r\nSet-Cookie: a=b; 猫.txt')
    expect(disposition).toBe(
      `attachment; filename="x__ evil_1 Set-Cookie_ a_b_ _.txt"; filename*=UTF-8''x%22%3B%20evil%3D1%20Set-Cookie%3A%20a%3Db%3B%20%E7%8C%AB.txt`,
    )
  })

  test.each(['..', '..%2F..%2Fchime.yaml', '%2e%2e', '1', `' OR 1=1`])('%j is no file', async (id) => {
    const web = await started()
    await sent(web, png)
    expect((await get(web.app, `/api/rooms/lobby/files/${id}`)).status).toBe(404)
  })

  test('a file is there in its own room alone', async () => {
    const web = await started()
    const { id } = await sent(web, png)
    expect((await get(web.app, `/api/rooms/den/files/${id}`)).status).toBe(404)
    expect((await post(web.app, { name: 'Dana', text: '', files: [id] }, { room: 'den' })).status).toBe(409)
  })
})

describe('a message', () => {
  test('carries files, is handed in with them, and needs no words then', async () => {
    const web = await started()
    const { id, part } = await sent(web, png)
    const response = await post(web.app, { name: 'Dana', text: ' ', id: 'm1', files: [id] })
    const { message } = (await response.json()) as { message: RoomMessage }
    expect([response.status, message.text, message.parts]).toEqual([201, '', [part]])
    expect(web.taken.flat().map(({ text: said, parts }) => ({ said, parts }))).toEqual([{ said: '', parts: [part] }])
    expect(filesIn(web)).toEqual([{ name: 'cat.png', message: 'm1' }, { pieces: 1 }])
  })

  test('posted again has them still; no other message gets them', async () => {
    const web = await started()
    const { id } = await sent(web, png)
    const body = { name: 'Dana', text: 'see', id: 'm1', files: [id] }
    expect([(await post(web.app, body)).status, (await post(web.app, body)).status]).toEqual([201, 200])
    const other = await post(web.app, { ...body, id: 'm2' })
    expect([other.status, await other.json()]).toEqual([409, expect.objectContaining({ code: 'fileGone' })])
    const without = await post(web.app, { name: 'Dana', text: 'see', id: 'm1' })
    expect([without.status, await without.json()]).toEqual([409, expect.objectContaining({ code: 'idTaken' })])
  })

  test('of five files, or of nothing at all, is a 400', async () => {
    const web = await started()
    const files = ['a', 'b', 'c', 'd', 'e']
    expect((await post(web.app, { name: 'Dana', text: 'hi', files })).status).toBe(400)
    expect((await post(web.app, { name: 'Dana', text: '', files: [] })).status).toBe(400)
  })

  test('quotes a passage with its writer and date, or all of a message; never what was not said there', async () => {
    const web = await started()
    const { id } = await sent(web, png)
    await post(web.app, { name: 'Ben', text: 'We ship on Friday. Agreed?', id: 'm1' })
    await post(web.app, { name: 'Ben', text: '', id: 'm2', files: [id] })
    const quoting = (replyTo: string, quote: string) => post(web.app, { name: 'Dana', text: 'no', replyTo, quote })
    const said = { kind: 'quote', sender: 'person:ben', name: 'Ben', ts: at }
    const partsOf = async (response: Response) => ((await response.json()) as { message: RoomMessage }).message.parts
    expect(await partsOf(await quoting('m1', 'on Friday'))).toEqual([{ ...said, id: 'm1', text: 'on Friday' }])
    expect(await partsOf(await quoting('m2', ''))).toEqual([
      { ...said, id: 'm2', text: `[image: cat.png, ${png.length} B]` },
    ])
    for (const [replyTo, quote] of [
      ['m1', 'on Monday'],
      ['m0', ''],
      ['m0', 'Friday'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await (await quoting(replyTo, quote)).json()).toMatchObject({ status: 409, code: 'notSaid' })
    }
  })
})

describe('a bot', () => {
  const most = 1_000_000
  const reading = { group: 'web:lobby', message: 'm1', bot: 'iris', most }

  test('gets the bytes of a file', async () => {
    const web = await started()
    const { part } = await sent(web, png)
    const told = await web.channel.download?.({ ...reading, part: { ...part, ref: part.ref ?? '' } }, signal())
    expect([Buffer.from(told?.bytes ?? []).equals(png), told?.mime]).toEqual([true, 'image/png'])
  })

  test.each([
    ['of another room', { group: 'web:den' }],
    ['that is too large', { most: 10 }],
    ['whose address is none', { ref: '../../etc/passwd' }],
    ['that is gone', { ref: '/api/rooms/lobby/files/gone' }],
  ])('gets none %s', async (_, { ref, ...change }: { ref?: string; group?: string; most?: number }) => {
    const web = await started()
    const { part } = await sent(web, png)
    const what = { ...reading, ...change, part: { ...part, ref: ref ?? part.ref ?? '' } }
    await expect(web.channel.download?.(what, signal())).rejects.toMatchObject({ kind: 'permanent' })
  })
})
