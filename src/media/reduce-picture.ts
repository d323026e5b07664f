// A picture as a model gets it: small, of a format that all of them take, and turned as its camera was held.
import type { Metadata, Sharp, default as sharpLibrary } from 'sharp'
import { longest, mostPixels, mostUnpacked, reduced, thumbnail } from './limits.ts'
import { UnreadError } from './unread.ts'

export interface ReducedPicture {
  bytes: Uint8Array
  mime: string
  width: number
  height: number
}

/** What libvips may open: SVG, HEIF, TIFF and all others stay shut, whatever a picture is called. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`)

/** Tried one after the other until one is small enough. */
const attempts = [
  { side: reduced.side, quality: 85 },
  { side: reduced.side, quality: 60 },
  { side: reduced.side / 2, quality: 60 },
]

let library: Promise<typeof sharpLibrary> | undefined

/** Of an animation the first frame. Throws an UnreadError. */
export async function reducePicture(bytes: Uint8Array): Promise<ReducedPicture> {
  const sharp = await (library ??= load())
  const opened = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
  // The header alone: what it announces decides whether anything is decoded.
  const header = await opened.metadata().catch((cause: Error) => {
    throw new UnreadError(/pixel limit/i.test(cause.message) ? 'tooLarge' : 'wrongKind', { cause })
  })
  if (unpackedBytes(header) > mostUnpacked) throw new UnreadError('tooLarge')
  const { format, width, height, hasAlpha } = header
  const isSmall = Math.max(width, height) <= reduced.side && bytes.length <= reduced.bytes
  for (const { side, quality } of attempts) {
    const resized = opened
      .clone()
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    // oxlint-disable-next-line no-await-in-loop -- the next only where this one is too large
    const made = await written(resized, {
      quality,
      isPlain: isSmall && format === 'png' && side === reduced.side,
      hasAlpha,
    })
    if (made.bytes.length <= reduced.bytes) return made
  }
  throw new UnreadError('tooLarge')
}

/** Of a picture that was reduced. Throws an UnreadError. */
export async function thumbnailOf({ bytes, mime }: ReducedPicture): Promise<ReducedPicture> {
  const sharp = await (library ??= load())
  const small = sharp(bytes).resize({ ...thumbnail, fit: 'inside', withoutEnlargement: true })
  return written(small, { quality: 80, isPlain: mime === 'image/png', hasAlpha: false })
}

/** All others come row by row, and few rows are there at once. */
function unpackedBytes({ format, width, height, channels, depth, isProgressive }: Metadata): number {
  if (format !== 'gif' && !isProgressive) return 0
  // Of a progressive JPEG the coefficients are kept until the last of them has come, two bytes each.
  const ofSample = format === 'jpeg' || depth === 'ushort' ? 2 : 1
  return width * height * channels * ofSample
}

interface Manner {
  quality: number
  /** A small drawing keeps its sharp edges. */
  isPlain: boolean
  hasAlpha: boolean
}

async function written(picture: Sharp, { quality, isPlain, hasAlpha }: Manner): Promise<ReducedPicture> {
  const encoded = isPlain
    ? picture.png()
    : hasAlpha
      ? picture.flatten({ background: '#fff' }).jpeg({ quality })
      : picture.jpeg({ quality })
  try {
    const { data, info } = await encoded
      .timeout({ seconds: longest.decoding / 1_000 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, mime: `image/${info.format}`, width: info.width, height: info.height }
  } catch (cause) {
    throw new UnreadError(/timeout/i.test((cause as Error).message) ? 'late' : 'broken', { cause })
  }
}

/** Loaded when the first picture comes. One thread a picture, and nothing is kept between two. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  return sharp
}
