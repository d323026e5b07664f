// An MCP server over its standard input and output: `node stdio-server.ts MANNER [FILE]`; into FILE go its id, that of a child, and what it was asked.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type Manner, type Message, talker } from './talk.ts'

const [, , manner = 'good', file] = process.argv
const note = (line: string): void => {
  if (file !== undefined) appendFileSync(file, `${line}\n`)
}

// What it starts must end with it.
const child = file === undefined ? undefined : spawn('sleep', ['600'], { stdio: 'ignore' })
note(`pid ${process.pid}`)
if (child) note(`pid ${child.pid}`)

const talk = talker(manner as Manner, ({ id, method, ...more }) =>
  note(`asked ${method ?? JSON.stringify({ id, ...more })}`),
)
const mouth = {
  say: (message: Message) => void process.stdout.write(`${JSON.stringify(message)}\n`),
  write: (text: string) => void process.stdout.write(text),
  die() {
    process.stderr.write(`out of luck ${process.env['TOKEN'] ?? ''}\n`)
    process.exit(3)
  },
}
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => void talk(JSON.parse(line) as Message, mouth))
if (manner === 'hangs') {
  // It does not end by itself.
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 60_000)
} else lines.on('close', () => process.exit(0))
