// Bubblewrap for the tests of the shell: whether it is there, and how to get it.
import { onPath } from '../src/config/on-path.ts'

export const missingBubblewrap =
  'no bubblewrap for the tests of the shell: run `apt-get install bubblewrap` as root, or leave these tests out with ' +
  'CHIME_SKIP_BASH=1'

/** Only Linux has what it needs; elsewhere these tests are left out. */
export const findBubblewrap = () => (process.platform === 'linux' ? onPath('bwrap') : 'none')
