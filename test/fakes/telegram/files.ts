// Files of the fake, as they should come and as they should not.
import type { ServerResponse } from 'node:http'

/** `endless`: it never ends; `slow`: nothing comes; `boasts`: it announces far more; `cut`: it ends in the middle. */
export type FileTrouble = 'none' | 'endless' | 'slow' | 'boasts' | 'cut' | 'gone'

/** `bytes`: so many sevens, or these. */
export interface FakeFile {
  bytes: number | Uint8Array
  trouble: FileTrouble
}

export const sizeOf = ({ bytes }: Pick<FakeFile, 'bytes'>): number => (typeof bytes === 'number' ? bytes : bytes.length)

const chunk = Buffer.alloc(65_536, 7)

export function serveFile(response: ServerResponse, file: FakeFile | undefined): void {
  if (!file || file.trouble === 'gone') return void response.writeHead(404).end()
  const { trouble } = file
  const bytes = sizeOf(file)
  if (trouble === 'slow') return response.writeHead(200).flushHeaders()
  const announced = { boasts: 10_000_000_000, none: bytes, cut: bytes, endless: undefined }[trouble]
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    ...(announced !== undefined && { 'content-length': announced }),
  })
  if (trouble === 'endless') return pour(response)
  if (trouble === 'cut')
    return void response.write(Buffer.alloc(Math.floor(bytes / 2), 7), () => response.socket?.destroy())
  if (trouble === 'boasts') return void response.write(chunk)
  response.end(typeof file.bytes === 'number' ? Buffer.alloc(bytes, 7) : file.bytes)
}

function pour(response: ServerResponse): void {
  while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', () => pour(response))
}
