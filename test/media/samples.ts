// Pictures and files as they come out of chats, the hostile ones made by hand.
import zlib from 'node:zlib'
import sharp from 'sharp'

type Format = 'png' | 'jpeg' | 'webp' | 'gif'

export const picture = (width: number, height: number, format: Format = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .toFormat(format)
    .toBuffer()

/** Noise: nothing makes it small. */
export const noise = (side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 80 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** A PNG that announces such a size, whatever its one block of pixels unpacks to; `isInterlaced`: with 16 bits and alpha, too. */
export function pngThatAnnounces(width: number, height: number, pixels: Uint8Array, isInterlaced = false): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(isInterlaced ? [16, 6, 0, 0, 1] : [8, 2], 8)
  const mark = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([mark, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length, 0)
  whole.write(type, 4)
  whole.set(data, 8)
  whole.writeUInt32BE(zlib.crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}

export const svgWithScript = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)

/** One page with such a stream of drawing commands. */
export function pdf(commands: string | Uint8Array, filter = ''): Buffer {
  const stream = Buffer.from(commands)
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    Buffer.concat([Buffer.from(`<</Length ${stream.length}${filter}>>\nstream\n`), stream, Buffer.from('\nendstream')]),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  const pieces = [Buffer.from('%PDF-1.4\n')]
  const places: string[] = []
  for (const [at, object] of objects.entries()) {
    places.push(String(pieces.reduce((sum, { length }) => sum + length, 0)).padStart(10, '0'))
    pieces.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const start = pieces.reduce((sum, { length }) => sum + length, 0)
  const table = places.map((place) => `${place} 00000 n \n`).join('')
  const trailer = `trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`
  return Buffer.concat([...pieces, Buffer.from(`xref\n0 6\n0000000000 65535 f \n${table}${trailer}`)])
}

export const pdfThatSays = (text: string): Buffer => pdf(`BT /F1 24 Tf 10 100 Td (${text}) Tj ET`)

/** Drawing commands without end, in few bytes. */
export const pdfThatLoops = (): Buffer =>
  (looping ??= pdf(deflated(Buffer.alloc(1_000_000, 'q Q '), 200), '/Filter/FlateDecode'))
let looping: Buffer | undefined

/** Of so many times the same: what a test gives back of so much memory would hide how a reader of it grows. */
function deflated(piece: Buffer, times: number): Buffer {
  const block = zlib.deflateRawSync(piece, { finishFlush: zlib.constants.Z_SYNC_FLUSH })
  let [sum, weighted] = [0, 0]
  for (const [at, byte] of piece.entries()) {
    sum = (sum + byte) % adler
    weighted = (weighted + (piece.length - at) * byte) % adler
  }
  let [a, b] = [1, 0]
  for (let n = 0; n < times; n += 1) {
    b = (b + piece.length * a + weighted) % adler
    a = (a + sum) % adler
  }
  const check = Buffer.alloc(4)
  check.writeUInt16BE(b, 0)
  check.writeUInt16BE(a, 2)
  const blocks = Array.from({ length: times }, () => block)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([3, 0]), check])
}
const adler = 65_521

/** The head of what a telephone records. */
export const opus = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(3_000)])
