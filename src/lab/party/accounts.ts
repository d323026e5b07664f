// Accounts on an XMPP server that runs already, for the bots and people of a party.
import { parse } from 'yaml'
import { z } from 'zod'
import { readTextFile, TextFileError } from '../../config/text-file.ts'
import { InputError } from '../../terminal/failure.ts'

const account = z.strictObject({ jid: z.string().regex(/^[^\s@/]+@[^\s@/]+$/), password: z.string().min(1) })
/** The address of the service that has the rooms, and accounts: the bots' first, then the people's. */
const shape = z.strictObject({ rooms: z.string().regex(/^[^\s@/]+$/), accounts: z.array(account) })
export type Accounts = z.infer<typeof shape>

export function readAccounts(file: string, needed: number): Accounts {
  const read = shape.safeParse(contentOf(file))
  if (!read.success) {
    // What was found stays out of it: it may be a password.
    const keys = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
    throw new InputError(`${file}: expected rooms (a host) and accounts [{jid, password}]: ${keys.join('; ')}`)
  }
  const { accounts, rooms } = read.data
  if (accounts.length < needed)
    throw new InputError(`${file} has ${accounts.length} accounts: bots and people are ${needed}`)
  const jids = accounts.slice(0, needed).map(({ jid, password }) => ({ jid: jid.toLowerCase(), password }))
  if (new Set(jids.map(({ jid }) => jid)).size < needed) throw new InputError(`${file} lists an address twice`)
  return { rooms, accounts: jids }
}

function contentOf(file: string): unknown {
  try {
    return parse(readTextFile(file), { prettyErrors: false })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const other = error instanceof TextFileError ? error.message : 'it is no YAML'
    throw new InputError(`${file} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : other}`)
  }
}
