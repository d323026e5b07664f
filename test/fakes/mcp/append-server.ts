// An MCP server over its standard input and output that changes something: `node append-server.ts FILE` appends lines to FILE.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { Message } from './talk.ts'

const [, , file = ''] = process.argv
const longest = 60

const append = {
  name: 'append',
  description: 'Appends a line to the list.',
  inputSchema: { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] },
}

const say = (id: Message['id'], result: unknown): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)

const some = (): Promise<void> => wait(Math.random() * longest)

let under = 0
let isLeft = false
const endIfIdle = (): void => {
  if (isLeft && under === 0) process.exit(0)
}

/** What it was asked for it does, also when nobody is there any more who would hear of it. */
async function appended(id: Message['id'], line: string): Promise<void> {
  under += 1
  await some()
  appendFileSync(file, `${line}\n`)
  await some()
  under -= 1
  say(id, { content: [{ type: 'text', text: 'appended' }] })
  endIfIdle()
}

function heard({ id, method, params = {} }: Message): void {
  if (method === 'initialize')
    say(id, {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'a list', version: '1' },
    })
  else if (method === 'tools/list') say(id, { tools: [append] })
  else if (method === 'tools/call') void appended(id, String((params['arguments'] as { line?: unknown }).line))
  else if (method === 'ping') say(id, {})
}

process.stdout.on('error', () => undefined)
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => heard(JSON.parse(line) as Message))
lines.on('close', () => {
  isLeft = true
  endIfIdle()
})
