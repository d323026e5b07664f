// What messages carry, fetched and read: bounded whatever comes, once for all who ask, and without a rejection (A12).
import { setTimeout as wait } from 'node:timers/promises'
import zlib from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { MediaPart } from '../../src/language/parts.ts'
import { type Carried, type MediaSources, openMedia } from '../../src/media/media.ts'
import { readBytes } from '../../src/media/read-bytes.ts'
import { isUnread } from '../../src/media/unread.ts'
import { noise, opus, pdf, pdfThatLoops, pdfThatSays, picture, pngThatAnnounces, svgWithScript } from './samples.ts'

const patient = new AbortController().signal

const carried = (part: Partial<MediaPart> = {}, over: Partial<Carried> = {}): Carried => ({
  group: 'fake:room',
  bot: 'iris',
  message: 'm1',
  index: 0,
  part: { kind: 'image', ref: 'r1', ...part },
  ...over,
})

/** A channel with these bytes, and what it was asked for. */
function mediaOf(bytes: Uint8Array | MediaSources['download'], over: Partial<MediaSources> = {}) {
  const asked: { most: number }[] = []
  const media = openMedia({
    download(what, signal) {
      asked.push(what)
      return typeof bytes === 'function' ? bytes(what, signal) : Promise.resolve({ bytes: new Uint8Array(bytes) })
    },
    ...over,
  })
  onTestFinished(media.stop)
  return { ...media, asked }
}

const pictureOf = (bytes: Uint8Array) => mediaOf(bytes).picture(carried(), patient)
const fileOf = (bytes: Uint8Array, name = 'a.txt') => mediaOf(bytes).file(carried({ kind: 'file', name }), patient)

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'as %s is made small, and is a JPEG or a PNG then',
    async (format) => {
      const read = await pictureOf(await picture(3_000, 1_500, format))
      if (isUnread(read)) throw new Error(read.unread)
      expect({ ...read, bytes: read.bytes.length <= 1_000_000 }).toEqual({
        bytes: true,
        mime: 'image/jpeg',
        width: 1_024,
        height: 512,
      })
      expect((await sharp(read.bytes).metadata()).format).toBe('jpeg')
    },
  )

  test('that is a small PNG stays one', async () => {
    expect(await pictureOf(await picture(40, 30))).toMatchObject({ mime: 'image/png', width: 40, height: 30 })
  })

  test('of noise comes down to its most bytes all the same', async () => {
    const read = await pictureOf(await noise(1_500))
    expect('bytes' in read && read.bytes.length).toBeLessThanOrEqual(1_000_000)
  })

  const zeros = zlib.deflateSync(Buffer.alloc(50_000_000))
  test.each([
    ['a 100-megapixel PNG', pngThatAnnounces(10_000, 10_000, Buffer.alloc(10)), 'tooLarge'],
    ['a PNG of all that a header can say', pngThatAnnounces(0x7fffffff, 0x7fffffff, Buffer.alloc(10)), 'wrongKind'],
    ['an interlaced PNG of 320 MB', pngThatAnnounces(10_000, 4_000, Buffer.alloc(10), true), 'tooLarge'],
    ['a PNG that is cut', pngThatAnnounces(1_000, 1_000, zeros.subarray(0, 500)), 'broken'],
    ['an SVG with script', svgWithScript, 'wrongKind'],
    ['a text that is called a picture', Buffer.from('not a picture'), 'wrongKind'],
    ['a PDF that is called a picture', pdfThatSays('hello'), 'wrongKind'],
    ['nothing', Buffer.alloc(0), 'empty'],
  ])('that is %s is refused', async (_what, bytes, why) => {
    expect(await pictureOf(bytes)).toEqual({ unread: why })
  })

  test('that unpacks to more than it announces is what it announced', async () => {
    expect(await pictureOf(pngThatAnnounces(10, 10, zeros))).toMatchObject({ width: 10, height: 10 })
  })
})

describe('a file', () => {
  test.each([
    ['a text', Buffer.from('# Plan\n\tdo it'), '# Plan\n\tdo it'],
    ['a text with a mark of its order', Buffer.from('\ufeffa;b', 'utf16le'), 'a;b'],
    ['a text of Chinese Windows', Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0xb5, 0xc4, 0xca, 0xc7]), '你好的是'],
    ['an XML file', Buffer.from('<?xml version="1.0"?><a>1</a>'), '<?xml version="1.0"?><a>1</a>'],
    ['a PDF', pdfThatSays('Hello file'), 'Hello file\n'],
  ])('that is %s is read', async (_what, bytes, text) => {
    expect(await fileOf(bytes)).toEqual({ text, isCut: false })
  })

  test.each([
    ['Russian in a charset that nobody told', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'wrongKind'],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0]), 'wrongKind'],
    ['bytes of no kind', Buffer.from([1, 2, 3, 0, 5]), 'wrongKind'],
    ['a picture', pngThatAnnounces(10, 10, Buffer.alloc(9)), 'wrongKind'],
    ['a recording', opus, 'wrongKind'],
    ['blank', Buffer.from(' \n \n'), 'empty'],
    ['a long text', Buffer.alloc(200_001, 'a'), 'tooLarge'],
    ['a PDF without words', pdf('q Q'), 'empty'],
    ['a PDF in name alone', Buffer.from('%PDF-1.4 and then nothing'), 'broken'],
  ])('that is %s is refused', async (_what, bytes, why) => {
    expect(await fileOf(bytes, 'report.pdf')).toEqual({ unread: why })
  })

  test('is read in the charset that the other side names', async () => {
    const { file } = mediaOf(async () => ({
      bytes: new Uint8Array([0xcf, 0xf0, 0xe8]),
      mime: 'text/plain; charset=windows-1251',
    }))
    expect(await file(carried({ kind: 'file' }), patient)).toEqual({ text: 'При', isCut: false })
  })

  test('that loops is given up in its time, and the next one is read', async () => {
    const bytes = new Uint8Array(pdfThatLoops())
    expect(await readBytes({ bytes, as: 'file' }, patient, 400)).toEqual({ unread: 'late' })
    expect(await fileOf(Buffer.from('still here'))).toEqual({ text: 'still here', isCut: false })
  })

  test('that swells is given up long before its time', { timeout: 60_000 }, async () => {
    const bytes = new Uint8Array(pdfThatLoops())
    expect(await readBytes({ bytes, as: 'file' }, patient, 50_000)).toEqual({ unread: 'broken' })
  })
})

describe('the channel', () => {
  test('is asked once by all who want the same, at the same time and later', async () => {
    const small = await picture(20, 20)
    const media = mediaOf(async () => {
      await wait(20)
      return { bytes: new Uint8Array(small) }
    })
    const asking = () => media.picture(carried(), patient)
    const [one, other] = await Promise.all([asking(), asking()])
    expect([one, other, await asking()].every((each) => !isUnread(each))).toBe(true)
    expect(media.asked).toHaveLength(1)
    await media.picture(carried({ ref: 'r2' }, { index: 1 }), patient)
    expect(media.asked).toHaveLength(2)
  })

  test('that has nothing to give, that gives too much, or that throws, is no matter of the room', async () => {
    const failures: string[] = []
    const failed: MediaSources['failed'] = (_what, error) => void failures.push(String(error))
    const gone = mediaOf(() => Promise.reject(new Error('404')), { failed })
    expect(await gone.picture(carried(), patient)).toEqual({ unread: 'gone' })
    const throwing = mediaOf(
      () => {
        throw new Error('broken adapter')
      },
      { failed },
    )
    expect(await throwing.file(carried(), patient)).toEqual({ unread: 'gone' })
    const huge = mediaOf(new Uint8Array(5_000_001), { failed })
    expect(await huge.file(carried({ kind: 'file' }), patient)).toEqual({ unread: 'tooLarge' })
    expect(huge.asked).toMatchObject([{ most: 5_000_000 }])
    expect(failures).toEqual(['Error: 404', 'Error: broken adapter', 'UnreadError: tooLarge'])
  })

  test('is not asked for what has no address, or is announced as too large', async () => {
    const media = mediaOf(Buffer.from('x'))
    const { ref: _, ...unaddressed } = carried().part
    expect(await media.picture({ ...carried(), part: unaddressed }, patient)).toEqual({ unread: 'gone' })
    expect(await media.picture(carried({ bytes: 10_000_001 }), patient)).toEqual({ unread: 'tooLarge' })
    expect(media.asked).toEqual([])
  })

  test('that is slow ends the waiting of who is called off, and not of the others', async () => {
    const small = await picture(20, 20)
    const gate = Promise.withResolvers<void>()
    const media = mediaOf(async () => {
      await gate.promise
      return { bytes: new Uint8Array(small) }
    })
    const calledOff = new AbortController()
    const [first, second] = [media.picture(carried(), calledOff.signal), media.picture(carried(), patient)]
    calledOff.abort()
    expect(await first).toEqual({ unread: 'late' })
    gate.resolve()
    expect(await second).toMatchObject({ width: 20 })
  })

  test('is asked by four at once, and no more', async () => {
    let underWay = 0
    let most = 0
    const media = mediaOf(async () => {
      most = Math.max(most, (underWay += 1))
      await wait(5)
      underWay -= 1
      return { bytes: new Uint8Array(Buffer.from('x')) }
    })
    await Promise.all(Array.from({ length: 12 }, (_, index) => media.picture(carried({}, { index }), patient)))
    expect(most).toBe(4)
  })
})

test('of rooms that wait only a few have their bytes there, until they are read', { timeout: 60_000 }, async () => {
  const large = new Uint8Array(await noise(1_500))
  let [there, most] = [0, 0]
  const media = mediaOf(async () => {
    most = Math.max(most, (there += 1))
    return { bytes: new Uint8Array(large) }
  })
  const read = Array.from({ length: 12 }, async (_, n) => {
    const came = await media.picture(carried({}, { group: `fake:room ${n}` }), patient)
    there -= 1
    return isUnread(came)
  })
  // Four, and what was read a moment ago.
  expect([(await Promise.all(read)).includes(true), most < 7]).toEqual([false, true])
})

describe('a recording', () => {
  const heard = { text: 'hello there', tokens: 7 }

  test('is transcribed once, under a name that goes with its content, and paid for before', async () => {
    const sent: unknown[] = []
    const held: number[] = []
    const media = mediaOf(opus, {
      async transcribe({ bytes, ...recording }) {
        sent.push({ ...recording, bytes: bytes.length, held: [...held] })
        return heard
      },
    })
    const what = carried({ kind: 'voice', name: 'song.mp3', seconds: 4 })
    expect(await media.recording?.(what, patient, (tokens) => held.push(tokens))).toEqual(heard)
    expect(await media.recording?.(what, patient, (tokens) => held.push(tokens))).toEqual(heard)
    expect(sent).toEqual([{ name: 'recording.opus', seconds: 4, bytes: opus.length, held: [60] }])
    expect(held).toEqual([60])
  })

  test('that cannot be paid does not leave, and may be paid by the next who asks', async () => {
    const media = mediaOf(opus, { transcribe: async () => heard })
    const tooMuch = () => {
      throw new Error('the budget is spent')
    }
    expect(await media.recording?.(carried({ kind: 'voice' }), patient, tooMuch)).toEqual({ unread: 'unpaid' })
    await wait(5)
    expect(await media.recording?.(carried({ kind: 'voice' }), patient, () => undefined)).toEqual(heard)
  })

  test('that is none is not sent', async () => {
    const media = mediaOf(Buffer.from('hello'), { transcribe: () => Promise.reject(new Error('asked')) })
    expect(await media.recording?.(carried({ kind: 'voice' }), patient, () => undefined)).toEqual({
      unread: 'wrongKind',
    })
  })
})
