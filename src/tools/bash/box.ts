// The box that a command runs in, as arguments of bubblewrap: the system to read, one folder to write, and no network.
import { lstatSync, readlinkSync } from 'node:fs'
import { boxUser, workspaceName } from '../workspace.ts'

/** What a command may take. Memory and the size of a file in bytes, `processes` at a time, CPU in seconds. */
export const boxLimits = { memory: 536_870_912, fileSize: 20_000_000, processes: 64, files: 256, cpu: 30 }
const scratch = { tmp: 67_108_864, shm: 16_777_216 }

/** All of it: nothing of the service's is passed on. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: workspaceName, LANG: 'C.UTF-8' }

/** Programs, what they are linked to, and how Debian picks one of several. */
const systemFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64']
const systemFiles = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/localtime']

/** What stands behind `bwrap`. `user`: the service is root's, and the command becomes this user's; `masks`: what lies over parts of the workspace. */
export function boxArguments(
  workspace: string,
  command: string,
  user = boxUser(),
  masks: readonly string[] = [],
): string[] {
  const { tmp, shm } = scratch
  return [
    user === null ? ownNamespaces : rootsNamespaces,
    ['--die-with-parent', '--new-session', '--hostname', 'workspace', '--clearenv'],
    ...Object.entries(environment).map(([name, value]) => ['--setenv', name, value]),
    ['--ro-bind', '/usr', '/usr'],
    ...systemFolders.map(asHere),
    ['--perms', '0755', '--dir', '/etc'],
    ...systemFiles.map((path) => ['--ro-bind-try', path, path]),
    ['--proc', '/proc', '--dev', '/dev'],
    ['--perms', '1777', '--size', String(shm), '--tmpfs', '/dev/shm'],
    ['--perms', '1777', '--size', String(tmp), '--tmpfs', '/tmp'],
    ['--bind', workspace, workspaceName, ...masks, '--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/', '--'],
    user === null ? [] : becoming(user),
    ['/bin/bash', '-c', begin, 'bash'],
    limits,
    ['/bin/bash', '-c', command],
  ].flat()
}

/** Closes what the service was itself started with; one stream tells all, what bubblewrap has to say comes on the other. */
const begin = `for each in /proc/self/fd/*; do n=\${each##*/}; (( n < 3 )) || eval "exec $n>&-"; done
cd ${workspaceName} && exec "$@" 2>&1`

const ownNamespaces = ['--unshare-all', '--unshare-user', '--disable-userns', '--cap-drop', 'ALL']

/** Without a namespace of users: in one that root makes, whoever is in it is root to the kernel. */
const rootsNamespaces = [
  ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try', '--cap-drop', 'ALL'],
  ...['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].map((capability) => ['--cap-add', capability]),
].flat()

const becoming = (user: number): string[] => [
  'setpriv',
  `--reuid=${user}`,
  `--regid=${user}`,
  '--clear-groups',
  '--inh-caps=-all',
  '--bounding-set=-all',
  '--no-new-privs',
]

const limits = [
  'prlimit',
  `--as=${boxLimits.memory}`,
  `--fsize=${boxLimits.fileSize}`,
  `--nproc=${boxLimits.processes}`,
  `--nofile=${boxLimits.files}`,
  `--cpu=${boxLimits.cpu}`,
  '--core=0',
]

/** Where `/bin` is a link to `usr/bin` it is one in the box. */
function asHere(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}
