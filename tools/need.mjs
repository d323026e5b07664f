// Before the tests: installs Chromium, Prosody, bubblewrap and Postgres where apt-get may do so unasked, and the npm packages of a cluster.
// Without them their tests fail and say why.
import { spawnSync } from 'node:child_process'
import { installPackages } from '../src/cluster/packages.ts'
import { findPostgres, missingPostgres } from '../src/cluster/postgres-server.ts'
import { onPath } from '../src/config/on-path.ts'
import { findBubblewrap, missingBubblewrap } from './bubblewrap.mjs'
import { findChromium, missing } from './chromium.mjs'
import { findProsody, missingProsody } from './prosody.mjs'

const isWanted = process.env['CHIME_SKIP_BROWSER'] !== '1'
if (isWanted && !findChromium()) {
  const asRoot = process.env['CHROME_PATH'] ? undefined : rootCommand()
  // Without any font there is no text to measure.
  if (asRoot) install(asRoot, ['chromium', 'fonts-dejavu-core'], 'browser tests (CHIME_SKIP_BROWSER=1 leaves them out)')
  if (!findChromium()) tell(missing)
}
if (process.env['CHIME_SKIP_XMPP'] !== '1' && !findProsody()) {
  const asRoot = rootCommand()
  if (asRoot) install(asRoot, ['prosody'], 'XMPP tests (CHIME_SKIP_XMPP=1 leaves them out)')
  if (!findProsody()) tell(missingProsody)
}
if (process.env['CHIME_SKIP_BASH'] !== '1' && !findBubblewrap()) {
  const asRoot = rootCommand()
  if (asRoot) install(asRoot, ['bubblewrap'], 'tests of the shell (CHIME_SKIP_BASH=1 leaves them out)')
  if (!findBubblewrap()) tell(missingBubblewrap)
}
if (process.env['CHIME_SKIP_POSTGRES'] !== '1') {
  const asRoot = findPostgres() ? undefined : rootCommand()
  if (asRoot) install(asRoot, ['postgresql'], 'tests with a database (CHIME_SKIP_POSTGRES=1 leaves them out)')
  if (!findPostgres()) tell(`${missingPostgres}, or leave its tests out with CHIME_SKIP_POSTGRES=1`)
  installSet('postgres', 'CHIME_SKIP_POSTGRES')
}
if (process.env['CHIME_SKIP_RESTATE'] !== '1') installSet('restate', 'CHIME_SKIP_RESTATE')

/**
 * @param {string[]} asRoot what stands before the command
 * @param {string[]} packages
 * @param {string} purpose
 */
function install(asRoot, packages, purpose) {
  tell(`installing Debian's ${packages[0]} with apt-get for the ${purpose}`)
  const steps = [['update'], ['install', '-y', '--no-install-recommends', ...packages]]
  for (const step of steps) {
    const [program = '', ...args] = [...asRoot, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300', ...step]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
    if (status !== 0) tell(`apt-get ${step[0]} failed (${status}):\n${stdout}${stderr}`)
  }
}

/**
 * @param {'restate' | 'postgres'} set
 * @param {string} skip the variable that leaves its tests out
 */
function installSet(set, skip) {
  try {
    installPackages(tell, { sets: [set] })
  } catch (error) {
    tell(
      `${error instanceof Error ? error.message : String(error)}\nThe tests that need them fail; ${skip}=1 leaves them out.`,
    )
  }
}

/** @returns {string[] | undefined} undefined where nobody may install without being asked */
function rootCommand() {
  if (!onPath('apt-get')) return undefined
  if (process.getuid?.() === 0) return []
  const sudo = onPath('sudo')
  return sudo && spawnSync(sudo, ['-n', 'true']).status === 0 ? [sudo, '-n'] : undefined
}

/** @param {string} what */
function tell(what) {
  process.stderr.write(`chime: ${what}\n`)
}
