// Installs the npm packages that only a cluster needs, where they are not as their locks say: `npm run cluster:install`.
// With --omit=dev without what serves development and tests alone. `npm run check` and `npm test` run it.
import { installPackages } from '../src/cluster/packages.ts'

const isProduction = process.argv.includes('--omit=dev')
try {
  installPackages((line) => void process.stderr.write(`chime: ${line}\n`), { isProduction })
} catch (error) {
  process.stderr.write(`chime: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
