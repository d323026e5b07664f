// The shape of one MCP server in chime.yaml.
import { z } from 'zod'
import { isBaseUrl, list, mapping, path, text, whole } from './shapes.ts'

export const mcpServer = mapping({
  command: text(/./, 'a program'),
  args: list(z.string('a text')),
  env: z.record(z.string(), z.string('a text'), 'a mapping of variables'),
  cwd: path,
  url: text({ test: isBaseUrl }, 'an http or https URL without user, query or fragment'),
  headers: z.record(z.string(), z.string('a text'), 'a mapping of headers'),
  read: list(text(/^\S{1,128}$/, 'the name of a tool')),
  timeoutMs: whole(100, 600_000, 'a whole number of ms, 100 to 600000'),
  maxBytes: whole(10_000, 10_000_000, 'a whole number of bytes, 10000 to 10000000'),
})

export type FileMcpServer = z.infer<typeof mcpServer>
