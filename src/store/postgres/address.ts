// Where Postgres is, read from a URL as psql reads it, and what of it nobody may see.
import { PostgresProblem } from './problem.ts'

export interface Address {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  ssl?: 'require' | 'prefer' | 'verify-full'
  /** Strikes the secrets of the URL out of a text. */
  hide: (text: string) => string
}

const sslModes = ['require', 'prefer', 'verify-full'] as const

/**
 * `postgres://user:password@host:port/database?sslmode=require`. A unix socket's folder is the host, `%2Frun%2Fpostgresql`, or
 * stands in `?host=/run/postgresql`; `user`, `password` and `port` may stand there, too.
 *
 * @throws {PostgresProblem} without the URL in it
 */
export function addressOf(url: string): Address {
  const read = /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url) ? new URL(url) : undefined
  if (!read)
    throw new PostgresProblem('the URL of Postgres cannot be read: postgres://user:password@host:port/database')
  const asked = (name: string): string | undefined => read.searchParams.get(name) ?? undefined
  const host = asked('host') ?? decoded(read.hostname)
  const port = asked('port') ?? read.port
  const user = asked('user') ?? decoded(read.username)
  const password = asked('password') ?? decoded(read.password)
  const database = decoded(read.pathname.slice(1))
  const mode = asked('sslmode')
  const ssl = sslModes.find((known) => known === mode)
  if (mode !== undefined && mode !== 'disable' && !ssl)
    throw new PostgresProblem(`sslmode in the URL of Postgres must be disable or one of ${sslModes.join(', ')}`)
  const secrets = [password, read.password, encodeURIComponent(password)].filter((secret) => secret !== '')
  return {
    ...(host !== '' && { host }),
    ...(port !== '' && { port: Number(port) }),
    ...(user !== '' && { user }),
    ...(password !== '' && { password }),
    ...(database !== '' && { database }),
    ...(ssl && { ssl }),
    hide: (text) => secrets.reduce((kept, secret) => kept.replaceAll(secret, '***'), text),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
