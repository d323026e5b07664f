// Recorded talk as JSON lines: every line checked once, in order of time.
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import { decodeText, TextFileError } from '../../config/text-file.ts'
import { InputError } from '../../terminal/failure.ts'

/** `ts`: ms; `bot`: a service bot, or the system: nobody who waits for an answer. */
export interface TalkRecord extends Omit<z.infer<typeof recordSchema>, 'system' | 'mentions' | 'replyTo'> {
  replyTo?: string
  /** Names or ids that the channel marked as mentioned. */
  mentions: string[]
}

export interface Rejected {
  line: number
  why: string
}

// A number beyond 2^53 is not what stood in the file.
const name = z.union([z.string().min(1), z.int()]).transform(String)
const usable = (value: unknown): string[] => [name.safeParse(value).data ?? []].flat()

/** A list of names or ids, or one of them: what is neither is left out. */
export const namesIn = (value: unknown): string[] => [value].flat().flatMap(usable)

// What a date can be; fractions are finer than the charts' clock.
const time = z.number().min(-8.64e15).max(8.64e15).transform(Math.round)
export const recordSchema = z.object({
  id: name,
  ts: time,
  group: name,
  sender: name,
  text: z.string().catch(''),
  replyTo: z.unknown().optional(),
  bot: z.boolean().catch(false),
  system: z.boolean().catch(false),
  mentions: z.unknown().optional(),
})

/** The same; throws InputError, too, when there is nothing in it to play. */
export async function readSomeTalk(file: string): Promise<{ records: TalkRecord[]; rejected: Rejected[] }> {
  const talk = await readTalk(file)
  if (talk.records.length > 0) return talk
  const [first] = talk.rejected
  const lines =
    talk.rejected.length === 1 ? 'its one line is no record' : `none of its ${talk.rejected.length} lines is a record`
  const why = first === undefined ? 'it is empty' : `${lines} (line ${first.line}: ${first.why})`
  throw new InputError(`${file}: nothing can be played, ${why}: give it JSON lines such as ${sample}`)
}

const sample = '{"id": "1", "ts": 1767604500000, "group": "lab", "sender": "Ann", "text": "hello"}'

/** Reads a whole file, in order of `ts`, ties in file order. Throws InputError when it cannot be read. */
export async function readTalk(file: string): Promise<{ records: TalkRecord[]; rejected: Rejected[] }> {
  const records: TalkRecord[] = []
  const rejected: Rejected[] = []
  let line = 0
  try {
    for await (const text of linesOf(file)) {
      line += 1
      if (text.trim() === '') continue
      const record = parseLine(text)
      if (typeof record === 'string') rejected.push({ line, why: record })
      else records.push(record)
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const whys: Record<string, string> = {
      ENOENT: 'there is no such file: check its path',
      EISDIR: 'it is a folder, not a file: name a file of JSON lines in it',
      EACCES: 'this user may not read it: change its mode or copy it',
    }
    throw new InputError(`${file} cannot be read: ${whys[code ?? ''] ?? message}`, { cause: error })
  }
  return { records: records.toSorted((a, b) => a.ts - b.ts), rejected }
}

// Only a line feed ends a line: readline also breaks at U+2028, which JSON allows inside a string.
export async function* linesOf(file: string): AsyncGenerator<string> {
  let begun: Buffer[] = []
  let bytes = 0
  let line = 0
  const begin = (part: Buffer): void => {
    bytes += part.length
    // A device may have no end, and a file of another kind no lines.
    if (bytes > longestLine)
      throw new TextFileError(`line ${line + 1} is longer than ${longestLine} bytes: it is no talk`)
    begun.push(part)
  }
  const ended = (): string => {
    line += 1
    const whole = Buffer.concat(begun)
    begun = []
    bytes = 0
    try {
      return decodeText(whole, { isLine: true })
    } catch (cause) {
      throw new TextFileError(`line ${line}: ${(cause as Error).message}`, { cause })
    }
  }
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      begin(chunk.subarray(from, end))
      from = end + 1
      yield ended()
    }
    begin(chunk.subarray(from))
  }
  yield ended()
}

const lineFeed = 0x0a
const longestLine = 64 * 1024 * 1024

function parseLine(text: string): TalkRecord | string {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return 'it is no JSON'
  }
  const parsed = recordSchema.safeParse(json)
  if (!parsed.success) {
    const keys = [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? 'the line')))]
    return `${keys.join(', ')}: missing or not usable`
  }
  const { mentions, replyTo, system, ...rest } = parsed.data
  const record = { ...rest, bot: rest.bot || system }
  const [answered] = namesIn(replyTo)
  const known = { ...record, mentions: [mentions].flat().flatMap(mentionedIn) }
  return answered === undefined ? known : { ...known, replyTo: answered }
}

/** A name, or what a channel makes of it: `{key, id, name}`. */
function mentionedIn(mention: unknown): string[] {
  if (typeof mention !== 'object' || mention === null) return usable(mention)
  const { name: called, id } = mention as { name?: unknown; id?: unknown }
  return [called, id].flatMap(usable)
}
