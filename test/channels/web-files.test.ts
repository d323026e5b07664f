// Files that are sent to a room: taken within bounds, or refused.
import { describe, expect, test } from 'vitest'
import type { SentFile } from '../../src/channels/web/contract.ts'
import { fileLimits } from '../../src/channels/web/uploads.ts'
import { at, get, post } from './web-fixture.ts'
import { filesIn, pathOf, png, send, sent, started, text } from './web-uploads.ts'

describe('sending', () => {
  test('stores the bytes under an address of their own, of the type that they have (A12)', async () => {
    const web = await started()
    const response = await send(web.app, png, { name: 'cat.jpg' })
    const file = (await response.json()) as SentFile
    expect([response.status, file]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
        part: { kind: 'image', ref: pathOf(file), name: 'cat.jpg', mime: 'image/png', bytes: png.length },
      },
    ])
    const served = await get(web.app, pathOf(file))
    expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true)
  })

  test('of ten megabytes comes out as it went in; one byte more is a 413, told or not, and leaves nothing', async () => {
    const web = await started()
    const large = new Uint8Array(fileLimits.bytes).map((_, i) => i % 251)
    const file = await sent(web, large, 'large.bin')
    const served = await get(web.app, pathOf(file))
    expect(Buffer.from(await served.arrayBuffer()).equals(large)).toBe(true)
    const before = filesIn(web)
    const tooLarge = new Uint8Array(fileLimits.bytes + 1)
    for (const headers of [{ 'content-length': String(tooLarge.length) }, {}]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const response = await send(web.app, tooLarge, { headers })
      // oxlint-disable-next-line no-await-in-loop
      expect([response.status, await response.json()]).toEqual([
        413,
        expect.objectContaining({ code: 'fileTooLarge', numbers: { maxMegabytes: 10 } }),
      ])
    }
    expect(filesIn(web)).toEqual(before)
  })

  test.each([
    ['nothing', new Uint8Array(), 400, 'fileEmpty'],
    ['a program for Windows', Buffer.concat([text('MZ'), new Uint8Array(400)]), 415, 'fileRefused'],
    [
      'a program for Linux',
      Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), new Uint8Array(400)]),
      415,
      'fileRefused',
    ],
  ])('%s is refused, whatever its name, and leaves nothing', async (_, body, status, code) => {
    const web = await started()
    const response = await send(web.app, body, { name: 'cat.png' })
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })])
    expect(filesIn(web)).toEqual([{ pieces: 0 }])
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\cat.png', 'cat.png'],
    ['a\u202Egnp.exe\u0000', 'agnp.exe'],
    ['', 'file'],
    ['/', 'file'],
    [`${'長'.repeat(500)}.png`, `${'長'.repeat(116)}.png`],
  ])('under the name %j it is called %j', async (name, called) => {
    expect((await sent(await started(), png, name)).part.name).toBe(called)
  })

  test('has the rules of posting: no other origin, no form, no unknown room, no token left out', async () => {
    const { app } = await started()
    const statusOf = async (...given: Parameters<typeof send>) => (await send(...given)).status
    expect(await statusOf(app, png, { headers: { origin: 'http://evil.example' } })).toBe(403)
    expect(await statusOf(app, png, { headers: { host: 'evil.example' } })).toBe(403)
    expect(await statusOf(app, png, { headers: { 'content-type': 'multipart/form-data; boundary=x' } })).toBe(415)
    expect(await statusOf(app, png, { headers: { 'content-type': 'image/png' } })).toBe(415)
    expect(await statusOf(app, png, { room: 'attic' })).toBe(404)
    const closed = await started({ token: 'a-token-of-16-characters' })
    const { id } = (await (
      await send(closed.app, png, { headers: { authorization: 'Bearer a-token-of-16-characters' } })
    ).json()) as SentFile
    expect(await statusOf(closed.app, png)).toBe(401)
    expect((await get(closed.app, `/api/rooms/lobby/files/${id}`)).status).toBe(401)
  })

  test('is refused while the store may not be written, and when a body breaks off nothing is left', async () => {
    let mayWrite = true
    const web = await started({
      mayWrite() {
        if (!mayWrite) throw new Error('the disk is full')
      },
    })
    mayWrite = false
    const refused = await send(web.app, png)
    expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ code: 'notStored' })])
    mayWrite = true
    const broken = async function* () {
      yield new Uint8Array(2_000_000)
      throw new Error('the line broke')
    }
    await expect(web.channel.uploads.take('lobby', 'cat.png', broken())).rejects.toThrow('the line broke')
    expect(filesIn(web)).toEqual([{ pieces: 0 }])
  })

  test('more than two hundred files without a message are refused, until those are an hour old', async () => {
    let now = at
    const web = await started({ now: () => now })
    for (let n = 0; n < 200; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- what is still arriving counts as large
      await web.channel.uploads.take('lobby', 'a.txt', [text('a')])
    }
    const full = await send(web.app, png)
    expect([full.status, await full.json()]).toEqual([503, expect.objectContaining({ code: 'filesFull' })])
    now += 60 * 60_000 + 1
    expect((await send(web.app, png)).status).toBe(201)
  })

  test('files that arrive side by side count as large as they may become', async () => {
    const web = await started({ now: () => at })
    const some = Array.from({ length: 30 }, () => web.channel.uploads.take('lobby', 'a.txt', [text('a')]))
    const taken = await Promise.allSettled(some)
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect((await send(web.app, png)).status).toBe(201)
  })

  test('when there are too many bytes the oldest file goes, but none of the last hour', async () => {
    let now = at
    const web = await started({ now: () => now, mostFileBytes: 12_000_000 })
    const carried = async (name: string) => {
      const { id } = await sent(web, new Uint8Array(1_500_000), name)
      await post(web.app, { name: 'Dana', text: '', files: [id] })
    }
    await carried('first')
    await carried('second')
    expect((await send(web.app, png)).status).toBe(503)
    now += 60 * 60_000 + 1
    expect((await send(web.app, png, { name: 'third' })).status).toBe(201)
    expect(filesIn(web).map((row) => ('name' in row ? row['name'] : row))).toEqual(['second', 'third', { pieces: 4 }])
  })
})
