// Before the tests: installs Chromium where apt-get may do so unasked. Without it the browser tests fail and say why.
import { spawnSync } from 'node:child_process'
import { findChromium, missing, onPath } from './chromium.mjs'

const isWanted = process.env['CHIME_SKIP_BROWSER'] !== '1'
if (isWanted && !findChromium()) {
  const asRoot = process.env['CHROME_PATH'] ? undefined : rootCommand()
  if (asRoot) install(asRoot)
  if (!findChromium()) tell(missing)
}

/** @param {string[]} asRoot what stands before the command */
function install(asRoot) {
  tell("installing Debian's chromium with apt-get for the browser tests (CHIME_SKIP_BROWSER=1 leaves them out)")
  // Without any font there is no text to measure.
  const steps = [['update'], ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core']]
  for (const step of steps) {
    const [program = '', ...args] = [...asRoot, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300', ...step]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
    if (status !== 0) tell(`apt-get ${step[0]} failed (${status}):\n${stdout}${stderr}`)
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
