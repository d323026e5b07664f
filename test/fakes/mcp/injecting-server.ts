// An MCP server over its standard input and output that says what a file tells it to: `node injecting-server.ts FILE`; the file is read at each message.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Message } from './talk.ts'

export interface Injecting {
  /** Of its one tool; `look` without a word. */
  name?: string
  description?: string
  inputSchema?: object
  /** More of what its list says of the tool. */
  tool?: object
  /** More of what it says of itself. */
  self?: object
  /** The result of a call. */
  result?: object
  /** Instead of a result. */
  error?: { code: number; message: string }
  /** Said before the result. */
  notices?: readonly { method: string; params: Record<string, unknown> }[]
}

const [, , file = ''] = process.argv
const say = (message: Message): void => void process.stdout.write(`${JSON.stringify(message)}\n`)

function answered(method: string, told: Injecting): object | undefined {
  const { name = 'look', description = 'Looks samples up.', inputSchema = { type: 'object' }, result = {} } = told
  if (method === 'initialize')
    return {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, logging: {} },
      serverInfo: { name: 'a test', version: '1' },
      ...told.self,
    }
  if (method === 'ping') return {}
  if (method === 'tools/list') return { tools: [{ name, description, inputSchema, ...told.tool }] }
  return method === 'tools/call' ? result : undefined
}

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const { id, method = '' } = JSON.parse(line) as Message
  if (id === undefined) return
  const told = JSON.parse(readFileSync(file, 'utf8')) as Injecting
  if (method === 'tools/call') for (const notice of told.notices ?? []) say({ jsonrpc: '2.0', ...notice })
  const result = answered(method, told)
  const error = method === 'tools/call' ? told.error : { code: -32_601, message: 'Method not found' }
  if (result === undefined || (error && method === 'tools/call')) say({ jsonrpc: '2.0', id, error })
  else say({ jsonrpc: '2.0', id, result })
})
lines.on('close', () => process.exit(0))
