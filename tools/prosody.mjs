// Prosody for the tests: the one that `chime party` starts, and what to do where there is none.
import { findProsody, startProsody as start } from '../src/cli/party/prosody.ts'

/** @typedef {import('../src/cli/party/prosody.ts').Prosody} Prosody */

export { findProsody }

export const missingProsody =
  'no Prosody for the XMPP tests: run `apt-get install prosody` as root, or leave these tests out with CHIME_SKIP_XMPP=1'

/** @param {string[]} users */
export async function startProsody(users) {
  if (!findProsody()) throw new Error(missingProsody)
  return start(users)
}
