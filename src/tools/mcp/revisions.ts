// Which revision of MCP a server speaks, and what opening its line failed with, in words for the operator.
import type { LineEnd } from './line-end.ts'
import { plainText } from './plain-text.ts'

/** The first one without `initialize`; a server of it alone says so when it is asked for that. */
export const newestRevision = '2026-07-28'

/** The server is to be asked again, as the newest revision wants it. */
export class NewestOnly extends Error {
  override name = 'NewestOnly'
}

/** Of JSON-RPC: there is no such method; this revision is not spoken. */
const codes: ReadonlySet<unknown> = new Set([-32_601, -32_022])
const otherRevision = /^Server's protocol version is not supported: (.*)$/s

/** Of what `initialize` failed with. */
export function speaksNewestOnly(error: unknown): boolean {
  const { message, code, status, rpcCode } = partsOf(error)
  const [, revision = ''] = otherRevision.exec(message) ?? []
  if (status === 401 || status === 403) return false
  return codes.has(code) || codes.has(rpcCode) || revision === newestRevision
}

export function endOf(error: unknown, kind: 'stdio' | 'http'): LineEnd {
  const { message, code, status, supported } = partsOf(error)
  const [, revision] = otherRevision.exec(message) ?? []
  if (revision !== undefined || supported !== undefined)
    return { reason: `it speaks ${shown(revision ?? supported)} of MCP, ${notKnown}`, permanent: true }
  if (code === 'ERA_NEGOTIATION_FAILED' && message.includes('did not offer'))
    return { reason: `it takes neither an older revision of MCP nor ${newestRevision}: ${update}`, permanent: true }
  if (kind === 'http') {
    if (message.includes('is not allowed'))
      return {
        reason: 'its address is not public: of this machine it is named as 127.0.0.1 or localhost',
        permanent: true,
      }
    if (status === 401) return { reason: `it answers 401: it wants to know who asks; ${token}`, permanent: true }
    if (status === 403)
      return {
        reason: 'it answers 403: what stands in its headers under mcp in chime.yaml is refused',
        permanent: true,
      }
    if (status !== undefined) return { reason: `it answers ${status}`, permanent: false }
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return { reason: 'there is no host of this name', permanent: false }
  }
  return { reason: `it does not answer as an MCP server does: ${wordsOf(error)}`, permanent: false }
}

const update = 'update it, or Chime'
const notKnown = `which is not known here: ${update}`
const token =
  'put its token into .env and authorization: Bearer ${NAME} into its headers under mcp in chime.yaml (it is not signed in to by OAuth)'

const shown = (revision: unknown): string => plainText(String(revision), 60) || 'no revision'

interface Parts {
  message: string
  /** Of JSON-RPC a number, of the library or of the system a word. */
  code?: string | number
  /** Of HTTP, where the library tells. */
  status?: number
  /** Of JSON-RPC, in the body of an answer of HTTP that is none. */
  rpcCode?: unknown
  /** Revisions that the server says it speaks. */
  supported?: string
}

function partsOf(error: unknown): Parts {
  const { message = '', code, status, data } = fieldsOf(error)
  const { status: inData, text, supported } = fieldsOf(data)
  const told = status ?? inData
  const rpcCode = fieldsOf(fieldsOf(parsed(text))['error'])['code']
  return {
    message: String(message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof told === 'number' && { status: told }),
    ...(rpcCode !== undefined && { rpcCode }),
    ...(Array.isArray(supported) && { supported: supported.join(', ') }),
  }
}

const fieldsOf = (given: unknown): Record<string, unknown> =>
  typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

const longestWords = 200
export const wordsOf = (error: unknown): string =>
  partsOf(error).message.replaceAll(/\s+/gu, ' ').slice(0, longestWords).toWellFormed()
