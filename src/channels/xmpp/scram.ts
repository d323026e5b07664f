// SCRAM (RFC 5802, RFC 7677) beside the event loop: the package's own stops everything for as long as a server asks.
import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Client } from '@xmpp/client'

interface Credentials {
  username: string
  password: string
}

/** Takes the place of the package's own: what is left beside it is PLAIN, the last to be taken. */
export function useScram({ saslFactory }: Client): void {
  // oxlint-disable-next-line no-underscore-dangle -- the package has no other way to take one out
  const others = saslFactory._mechs.splice(0).filter(({ name }) => name === 'PLAIN')
  saslFactory.use('SCRAM-SHA-256', mechanism('SCRAM-SHA-256', 'sha256', 32))
  saslFactory.use('SCRAM-SHA-1', mechanism('SCRAM-SHA-1', 'sha1', 20))
  // oxlint-disable-next-line no-underscore-dangle -- as above
  saslFactory._mechs.push(...others)
}

const derive = promisify(pbkdf2)
const mostIterations = 1_000_000
/** No channel binding. */
const header = 'n,,'

const mechanism = (name: string, hash: 'sha1' | 'sha256', bytes: number) =>
  class {
    readonly name = name
    readonly clientFirst = true
    readonly #nonce = randomBytes(18).toString('base64')
    #challenge: string | undefined

    challenge(text: string): void {
      this.#challenge = text
    }

    async response({ username, password }: Credentials): Promise<string> {
      const first = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${this.#nonce}`
      if (this.#challenge === undefined) return header + first
      const told = new Map(this.#challenge.split(',').map((part) => [part.slice(0, 2), part.slice(2)]))
      const [nonce = '', salt = '', rounds] = [told.get('r='), told.get('s='), Number(told.get('i='))]
      const isSound = nonce.startsWith(this.#nonce) && salt !== '' && Number.isInteger(rounds) && rounds > 0
      if (!isSound || rounds > mostIterations) throw new Error('the server asks for a login that makes no sense')
      const hmac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest()
      const salted = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64'), rounds, bytes, hash)
      const clientKey = hmac(salted, 'Client Key')
      const last = `c=${btoa(header)},r=${nonce}`
      const signature = hmac(createHash(hash).update(clientKey).digest(), `${first},${this.#challenge},${last}`)
      const proof = clientKey.map((byte, n) => byte ^ (signature[n] ?? 0))
      return `${last},p=${Buffer.from(proof).toString('base64')}`
    }
  }
