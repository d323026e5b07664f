// `chime serve --host restate`: where a cluster keeps the rooms, and how it reaches this worker.
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Engine } from '../app/host.ts'
import { type Role, roles } from '../app/roles.ts'
import { InputError } from '../terminal/failure.ts'
import { whole } from './numbers.ts'

export interface EngineOptions {
  host?: 'local' | 'restate'
  restate?: string[]
  restateAdmin?: string
  store?: string
  workerHost?: string
  workerPort?: number
  workerUrl?: string
  workerKey?: string[]
  peerUrl?: string
  roles?: Role[]
}

const usualPort = 9_080

export const withEngineOptions = (command: Command): Command =>
  command
    .addOption(new Option('--host <where>', 'where the rooms are kept').choices(['local', 'restate']).default('local'))
    .option('--restate <URL...>', 'with --host restate: where the nodes of the cluster take calls', urls)
    .option('--restate-admin <URL>', 'the cluster is told of this worker there', url)
    .option(
      '--store <URL>',
      'the memory of all workers: postgres://…, or CHIME_STORE, which no list of processes shows; without it this worker has to be the only one',
    )
    .option(
      '--worker-port <n>',
      `the cluster reaches this worker at this port (${usualPort}; 0: any that is free)`,
      whole,
    )
    .option('--worker-host <address>', 'the cluster reaches this worker at this address of the machine (127.0.0.1)')
    .option('--worker-url <URL>', 'the cluster reaches this worker there, where a balancer stands before it', url)
    .option(
      '--worker-key <key...>',
      'the cluster signs its calls with this key, publickeyv1_…: others are refused; without it whoever reaches the port is served',
      identityKey,
    )
    .option(
      '--peer-url <URL>',
      'other workers reach the page port of this one there, or CHIME_PEER_URL; without it where it listens',
      url,
    )
    .option(
      '--roles <list>',
      'what this process does: worker (turns, lines), page (shows and orders all rooms)',
      roleList,
    )

/** undefined: this process keeps the rooms itself. Throws an InputError where something is missing. */
export function engineOf(options: EngineOptions, env: NodeJS.ProcessEnv = process.env): Engine | undefined {
  const { host = 'local', restate, restateAdmin, workerHost, workerPort = usualPort, workerUrl } = options
  if (host === 'local') {
    const { store, peerUrl } = options
    const ofWorker = [workerHost, options.workerPort, workerUrl, options.workerKey]
    const ofCluster = [restate, restateAdmin, store, peerUrl, options.roles, ...ofWorker]
    if (ofCluster.some((each) => each !== undefined))
      throw new InputError(
        '--restate, --store, --roles, --peer-url and --worker options are for a cluster: add --host restate',
      )
    return undefined
  }
  const store = options.store ?? env['CHIME_STORE']
  const peerUrl = options.peerUrl ?? env['CHIME_PEER_URL']
  if (peerUrl !== undefined && !isHttp(peerUrl)) throw new InputError('CHIME_PEER_URL must be an http address')
  if (restate === undefined)
    throw new InputError('--host restate needs the address of the cluster: --restate http://127.0.0.1:8080')
  if (options.roles !== undefined && store === undefined)
    throw new InputError('--roles shares the work between several processes: add --store postgres://…')
  return {
    ingress: restate,
    ...(options.roles && { roles: options.roles }),
    ...(peerUrl !== undefined && { peerUrl }),
    ...(restateAdmin !== undefined && { admin: restateAdmin }),
    ...(store !== undefined && { store }),
    worker: {
      port: workerPort,
      ...(workerHost !== undefined && { host: workerHost }),
      ...(workerUrl !== undefined && { url: workerUrl }),
      ...(options.workerKey && { keys: options.workerKey }),
    },
  }
}

const urls = (text: string, before: string[] = []): string[] => [...before, ...text.split(',').map(url)]

const isHttp = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function url(text: string): string {
  if (!isHttp(text)) throw new InvalidArgumentError('It must be an http address.')
  return text
}

function identityKey(text: string, before: string[] = []): string[] {
  if (!/^publickeyv1_\w+$/.test(text)) throw new InvalidArgumentError('Restate prints it at its start: publickeyv1_…')
  return [...before, text]
}

function roleList(text: string): Role[] {
  const named = text.split(',').map((word) => word.trim())
  const known = roles.filter((role) => named.includes(role))
  if (named.some((word) => !known.some((role) => role === word)) || known.length === 0)
    throw new InvalidArgumentError(`It must be ${roles.join(', ')} or both, with a comma between.`)
  return known
}
