// What is hostile takes little more memory than a photograph does, also where four rooms get it at once (A12).
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderOfFile } from '../world/folders.ts'
import type { Peak } from './peak.ts'
import { pdfThatLoops, picture, pngThatAnnounces, svgWithScript } from './samples.ts'

const folder = folderOfFile()
const program = fileURLToPath(new URL('peak.ts', import.meta.url))
const run = promisify(execFile)
const rooms = 4

async function peakOf(bytes: Uint8Array, kind = 'image'): Promise<Peak> {
  const [path, harmless] = [join(folder, 'given'), join(folder, 'harmless')]
  writeFileSync(path, bytes)
  writeFileSync(harmless, await picture(300, 200))
  const { stdout } = await run(process.execPath, [program, path, kind, String(rooms), harmless])
  return JSON.parse(stdout) as Peak
}

/** One colour, of so many pixels: few bytes, whatever it unpacks to. */
const plain = (side: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width: side, height: side, channels, background: '#c33' }, limitInputPixels: false })

/** A phone's picture, of which nothing is unusual. */
const photograph = () => picture(4_000, 3_000, 'jpeg')

describe('beside a photograph', { timeout: 60_000 }, () => {
  let usual = 0
  beforeAll(async () => {
    const { read, bytes } = await peakOf(await photograph())
    if (read.some((each) => each !== 'read')) throw new Error(`a photograph is not read: ${read.join()}`)
    usual = bytes
  })

  const zeros = () => zlib.deflateSync(Buffer.alloc(300_000_000), { level: 1 })
  test.each([
    ['a 100-megapixel PNG', async () => pngThatAnnounces(10_000, 10_000, zeros()), 'tooLarge'],
    ['a PNG that unpacks to more than it announces', async () => pngThatAnnounces(10, 10, zeros()), 'read'],
    ['a PNG as large as may be', async () => plain(7_000).png().toBuffer(), 'read'],
    [
      'an interlaced one of 392 MB',
      async () => plain(7_000, 4).toColourspace('rgb16').png({ progressive: true, compressionLevel: 1 }).toBuffer(),
      'tooLarge',
    ],
    ['an interlaced one as large as may be', async () => plain(5_600, 4).png({ progressive: true }).toBuffer(), 'read'],
    [
      'a progressive JPEG of 49 megapixels',
      async () => plain(7_000).jpeg({ progressive: true }).toBuffer(),
      'tooLarge',
    ],
    ['a progressive JPEG as large as may be', async () => plain(4_600).jpeg({ progressive: true }).toBuffer(), 'read'],
    ['a GIF of 49 megapixels', async () => plain(7_000).gif({ effort: 1 }).toBuffer(), 'tooLarge'],
    ['a GIF as large as may be', async () => plain(5_600).gif({ effort: 1 }).toBuffer(), 'read'],
    ['a WebP of 49 megapixels', async () => plain(7_000).webp({ effort: 0, lossless: true }).toBuffer(), 'read'],
    ['an SVG with script', async () => svgWithScript, 'wrongKind'],
  ] as const)('%s takes at most five times the memory, and the next picture is read', async (_what, made, outcome) => {
    const { read, goesOn, bytes } = await peakOf(await made())
    expect({ read, goesOn }).toEqual({ read: Array.from({ length: rooms }, () => outcome), goesOn: true })
    expect(bytes / usual).toBeLessThan(5)
  })

  test('a PDF that loops takes at most seven times the memory, and the next picture is read', async () => {
    const { read, goesOn, bytes } = await peakOf(pdfThatLoops(), 'file')
    // It ends by its memory, or on a slow machine by its time.
    expect(read.every((each) => each === 'broken' || each === 'late')).toBe(true)
    expect([read.length, goesOn]).toEqual([rooms, true])
    expect(bytes / usual).toBeLessThan(7)
  })
})
