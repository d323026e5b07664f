// Where the Chromium for the browser tests is, and how to get one.
import { isRunnable, onPath } from '../src/config/on-path.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export const missing =
  'no Chromium for the browser tests: run `apt-get install chromium` as root, or set CHROME_PATH to a Chromium or Chrome, ' +
  'or leave these tests out with CHIME_SKIP_BROWSER=1'

/** @returns {string | undefined} its path; a CHROME_PATH that cannot be run is no reason to take another one */
export function findChromium() {
  const chosen = process.env['CHROME_PATH']
  if (chosen) return isRunnable(chosen) ? chosen : undefined
  return [...names.flatMap((name) => onPath(name) ?? []), ...places].find(isRunnable)
}
