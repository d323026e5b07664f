// The npm packages that only a cluster needs: each set has a lock of its own and is installed on demand, never by `npm install`.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** With the Restate SDK and the server; with the client of Postgres. */
export const packageFolders = { restate: 'src/host/restate', postgres: 'src/store/postgres' } as const
export type PackageSet = keyof typeof packageFolders

export const installCommand = 'npm run cluster:install'

interface Options {
  sets?: readonly PackageSet[]
  /** Without what serves development and tests alone: the Restate server. */
  isProduction?: boolean
  /** Where the project is. */
  home?: string
}

/**
 * Runs `npm ci` where what is installed is not what the lock says, and returns the folders in which it did. The lock is
 * the whole truth, so nothing is looked up; scripts of packages are not run (one of them counts installations).
 *
 * @throws {Error} with the end of npm's output
 */
export function installPackages(tell: (line: string) => void, options: Options = {}): string[] {
  const { sets = Object.keys(packageFolders) as PackageSet[], isProduction = false, home = root } = options
  const stale = sets
    .map((set) => packageFolders[set])
    .filter((name) => differences(join(home, name), isProduction).length)
  for (const name of stale) {
    tell(`installing what a cluster needs in ${name}`)
    const folder = join(home, name)
    const kind = isProduction ? '--omit=dev' : '--include=dev'
    const args = ['ci', '--prefix', folder, kind, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { status, stdout, stderr, error } = spawnSync('npm', args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 600_000,
    })
    const wrong = status === 0 ? differences(folder, isProduction).join('\n') : (error?.message ?? `${stdout}${stderr}`)
    if (wrong === '' && status === 0) continue
    throw new Error(
      `the packages in ${name} could not be installed: see what npm says below, then run \`${installCommand}\` again\n` +
        wrong.trim().split('\n').slice(-15).join('\n').slice(-2_000),
    )
  }
  return stale
}

/** Of one set, as one line to say what is missing; undefined where all is there. */
export function missingPackages(set: PackageSet, options: Omit<Options, 'sets'> = {}): string | undefined {
  const { isProduction = false, home = root } = options
  const folder = packageFolders[set]
  const [first] = differences(join(home, folder), isProduction)
  return first && `${folder}: ${first}: run \`${installCommand}\``
}

interface Locked {
  version: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}
type Lock = { packages: Record<string, Locked> }

/** Between the lock and what npm noted when it installed, a line each. */
function differences(folder: string, isProduction: boolean): string[] {
  const notes = join(folder, 'node_modules/.package-lock.json')
  const installed = existsSync(notes) ? packagesOf(notes) : new Map<string, Locked>()
  const wanted = [...packagesOf(join(folder, 'package-lock.json'))].filter(
    ([, locked]) => !(isProduction && locked.dev) && (!locked.optional || isForHere(locked)),
  )
  return wanted.flatMap(([path, { version, integrity }]) => {
    const found = installed.get(path)
    const isThere = found !== undefined && existsSync(join(folder, path, 'package.json'))
    if (isThere && found.version === version && found.integrity === integrity) return []
    return [
      `${path.replace(/^node_modules\//, '')} ${version} is not installed${isThere ? ` but ${found.version}` : ''}`,
    ]
  })
}

const packagesOf = (path: string): Map<string, Locked> =>
  new Map(Object.entries((JSON.parse(readFileSync(path, 'utf8')) as Lock).packages).filter(([name]) => name !== ''))

const isForHere = ({ os, cpu }: Locked): boolean =>
  (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true)
