// Why a call got no answer: what the network, the name service, TLS or the server said, by the codes of Node and undici.
import type { WhyKey } from '../../machines/group/verdicts/why.ts'

type ConnectionTrouble = 'dns' | 'tls' | 'refused' | 'noRoute' | 'connectTimeout' | 'timeout' | 'cut'

type FoundTrouble = NonNullable<ReturnType<typeof connectionTrouble>>

const troubles: [ConnectionTrouble, WhyKey, RegExp][] = [
  ['dns', 'hostNotFound', /^(?:ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED)$/],
  ['refused', 'connectionRefused', /^ECONNREFUSED$/],
  ['noRoute', 'noRoute', /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/],
  ['connectTimeout', 'connectTimeout', /^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/],
  ['timeout', 'timeout', /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/],
  // The names of OpenSSL's verdicts on a certificate have no common beginning.
  [
    'tls',
    'tlsFailed',
    /^(?:ERR_SSL_|ERR_TLS_|EPROTO$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$)/,
  ],
  [
    'cut',
    'connectionBroken',
    /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HTTPParserError)$/,
  ],
]

/** Before a connection stood, nothing was asked of anybody. */
const unasked: ReadonlySet<ConnectionTrouble> = new Set(['dns', 'tls', 'refused', 'noRoute', 'connectTimeout'])

/** An error and what caused it, as deep as anybody looks. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) yield cause
}

/** Of a failed `fetch`, however deep the cause lies; `code` as the system names it. Undefined: it failed for another reason. */
export function connectionTrouble(error: unknown): { trouble: ConnectionTrouble; code: string } | undefined {
  for (const cause of causesOf(error)) {
    const { code = cause.name } = cause as { code?: unknown }
    if (typeof code !== 'string') continue
    if (code === 'ECONNRESET' && /before secure TLS connection/i.test(cause.message)) return { trouble: 'tls', code }
    const found = troubles.find(([, , codes]) => codes.test(code))
    if (found) return { trouble: found[0], code }
  }
  return undefined
}

/** No part of the request reached anybody who could have served it. */
export const isBeforeAsking = ({ trouble }: FoundTrouble): boolean => unasked.has(trouble)

export function whyOf({ trouble, code }: FoundTrouble): WhyKey {
  const [, why = 'connectionBroken'] = troubles.find(([name]) => name === trouble) ?? []
  if (trouble !== 'tls') return why
  if (/EXPIRED|NOT_YET_VALID/.test(code)) return 'tlsExpired'
  if (/ALTNAME|HOSTNAME/.test(code)) return 'tlsWrongHost'
  return /SELF_SIGNED|UNABLE_TO|CERT_/.test(code) ? 'tlsUntrusted' : why
}
