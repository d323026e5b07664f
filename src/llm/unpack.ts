// Undoes the compression of an answer, and stops where it grows too large.
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
const gunzip = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.gunzip)
const inflate = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.inflate)
const inflateRaw = promisify<Uint8Array, zlib.ZlibOptions, Uint8Array>(zlib.inflateRaw)
const brotli = promisify<Uint8Array, zlib.BrotliOptions, Uint8Array>(zlib.brotliDecompress)
const zstd = promisify<Uint8Array, zlib.ZstdOptions, Uint8Array>(zlib.zstdDecompress)

/** Undefined: it has more than `most` bytes. Of an unknown encoding: the bytes as they are. An end that is missing is no error. */
export async function unpacked(bytes: Uint8Array, encoding: string, most: number): Promise<Uint8Array | undefined> {
  try {
    return await unpack(bytes, encoding.trim().toLowerCase(), most)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

async function unpack(bytes: Uint8Array, encoding: string, maxOutputLength: number): Promise<Uint8Array> {
  const flushed = { maxOutputLength, finishFlush: Z_SYNC_FLUSH }
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return gunzip(bytes, flushed)
    case 'deflate':
      // Some servers leave out the header of zlib, which names method 8.
      return ((bytes[0] ?? 8) & 0x0f) === 8 ? inflate(bytes, flushed) : inflateRaw(bytes, flushed)
    case 'br':
      return brotli(bytes, { maxOutputLength, finishFlush: BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return zstd(bytes, { maxOutputLength, finishFlush: ZSTD_e_flush })
    default:
      return bytes
  }
}
