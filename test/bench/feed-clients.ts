// `node feed-clients.ts URL LAST`: two pages that read the feed and one that never does; says what the readers heard.
import { once } from 'node:events'
import { connect } from 'node:net'
import { readerOf, seqsIn, tells, type StreamEvent } from '../feed/feed-fixture.ts'

export interface Heard {
  /** Steps that were told, and those that a gap was told of. */
  steps: number
  missed: number
}

const [url = '', last] = process.argv.slice(2)
const { hostname, port, pathname, search } = new URL(url)

const idle = connect(Number(port), hostname)
idle.on('error', () => {})
idle.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
await once(idle, 'readable')
const readers = await Promise.all([reading(), reading()])
process.stdout.write('reading\n')
const heard = await Promise.all(readers.map((reader) => reader.heard))
process.stdout.write(`${JSON.stringify(heard)}\n`)
idle.destroy()

async function reading() {
  const { body } = await fetch(url)
  const reader = readerOf(body ?? new ReadableStream())
  await reader.next()
  return { heard: count(reader) }
}

async function count(reader: ReturnType<typeof readerOf>): Promise<Heard> {
  const counted = { steps: 0, missed: 0 }
  const isLast = tells(Number(last))
  let told: StreamEvent | undefined
  do {
    // oxlint-disable-next-line no-await-in-loop -- event after event
    told = await reader.next()
    if (!told) break
    counted.steps += seqsIn([told]).length
    if (told.event === 'gap') counted.missed += (told.data as { missed: number }).missed
  } while (!isLast(told))
  await reader.stop()
  return counted
}
