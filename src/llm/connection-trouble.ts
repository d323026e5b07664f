// Why a call got no answer: what the network, the name service, TLS or the server said, by the codes of Node and undici.

export type ConnectionTrouble = 'dns' | 'tls' | 'refused' | 'noRoute' | 'connectTimeout' | 'timeout' | 'cut'

/** `code` as the system names it. */
export interface FoundTrouble {
  trouble: ConnectionTrouble
  code: string
}

const troubles: [ConnectionTrouble, RegExp][] = [
  ['dns', /^(?:ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED)$/],
  ['refused', /^ECONNREFUSED$/],
  ['noRoute', /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/],
  ['connectTimeout', /^(?:UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/],
  ['timeout', /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/],
  // The names of OpenSSL's verdicts on a certificate have no common beginning.
  [
    'tls',
    /^(?:ERR_SSL_|ERR_TLS_|EPROTO$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_(?:CA|PURPOSE)$|PATH_LENGTH_EXCEEDED$)/,
  ],
  ['cut', /^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HTTPParserError)$/],
]

/** Before a connection stood, nothing was asked of anybody. */
const unasked: ReadonlySet<ConnectionTrouble> = new Set(['dns', 'tls', 'refused', 'noRoute', 'connectTimeout'])

/** Of a failed `fetch`, however deep the cause lies. Undefined: it failed for another reason. */
export function connectionTrouble(error: unknown): FoundTrouble | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth += 1) {
    const { code = cause.name } = cause as { code?: unknown }
    if (typeof code !== 'string') continue
    if (code === 'ECONNRESET' && /before secure TLS connection/i.test(cause.message)) return { trouble: 'tls', code }
    const found = troubles.find(([, codes]) => codes.test(code))
    if (found) return { trouble: found[0], code }
  }
  return undefined
}

/** No part of the request reached anybody who could have served it. */
export const isBeforeAsking = ({ trouble }: FoundTrouble): boolean => unasked.has(trouble)

/** In words that go on with the server's name, and with the next step. `host` has a port where one was given. */
export function wordsFor({ trouble, code }: FoundTrouble, host: string): string {
  if (trouble === 'dns')
    return `cannot be reached: DNS found no address for its name (${code}): correct model.baseUrl, or check the network`
  if (trouble === 'refused')
    return `cannot be reached: it refused the connection (${code}): start it or correct model.baseUrl`
  if (trouble === 'noRoute') return `cannot be reached: the network has no way to it (${code}): check the network`
  if (trouble === 'connectTimeout')
    return `cannot be reached: it took no connection in time (${code}): check the network and model.baseUrl`
  if (trouble === 'tls') return `cannot be reached: TLS failed (${code}): ${tlsStep(code, host)}`
  if (trouble === 'timeout') return `did not answer in time (${code})`
  return `broke off the call (${code})`
}

function tlsStep(code: string, host: string): string {
  if (/EXPIRED|NOT_YET_VALID/.test(code)) return 'its certificate is not valid today: renew it, or set the clock'
  if (/ALTNAME|HOSTNAME/.test(code)) return `its certificate is not for ${host}: correct model.baseUrl`
  if (/SELF_SIGNED|UNABLE_TO|CERT_/.test(code))
    return 'its certificate is not trusted: give NODE_EXTRA_CA_CERTS the file of its authority'
  return 'does it speak https? correct model.baseUrl'
}
