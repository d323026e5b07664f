// `chime cluster`: its commands, their options and their help.
import type { Command } from 'commander'
import { fitted } from '../terminal/terminal-text.ts'
import type { ClusterUpOptions } from './cluster.ts'
import type { ResetOptions, StuckOptions } from './cluster-rooms.ts'
import { some, whole } from './numbers.ts'

const notes = `
For development and tests on one machine. Restate comes from npm, once; Postgres is Debian's (apt-get install postgresql)
and listens on a unix socket alone, all else on loopback. The folder is thrown away: emptied at the next start, and at
the end of all but the logs. Ctrl-C ends every process; so does the end of this one, however it comes about.

Examples:
  $ chime cluster up
  $ chime cluster up --nodes 3 --workers 3`

const stuckNotes = `
A room is stuck when a turn of it could not be planned, or what it keeps could not be read: it stays silent, and what
reaches it waits in order. Exit code 1 when there is such a room or such a call.

Examples:
  $ chime cluster stuck
  $ chime cluster stuck --admin http://10.0.0.5:9070`

const resetNotes = `
Nothing that waits is lost by a reset that fails: the room is stuck as before.

Examples:
  $ chime cluster reset "web:lobby"
  $ chime cluster reset "web:lobby" --skip
  $ chime cluster reset "iris web:lobby"
  $ chime cluster reset --paused`

const usualIngress = 'http://127.0.0.1:8080'
const usualAdmin = 'http://127.0.0.1:9070'

export function addClusterCommands(cluster: Command): void {
  cluster
    .command('up')
    .description('start Restate, Postgres and workers, until Ctrl-C')
    .option('--nodes <n>', 'Restate nodes; from three on, one may fail', some, 1)
    .option('--workers <n>', 'workers that carry out what Restate calls', whole, 1)
    .option('-c, --config <file>', 'configuration of the workers (default: chime.yaml, else the built-in demo)')
    .option('--folder <folder>', 'where they write; must be empty, or of an earlier cluster', 'data/cluster')
    .action(async (options: ClusterUpOptions) => (await import('./cluster.ts')).clusterUp(options))
    .addHelpText('after', () => fitted(notes))
  cluster
    .command('stuck')
    .description('rooms that take no turns, and calls into rooms that fail or have paused')
    .option('--admin <URL>', 'where Restate is administered', usualAdmin)
    .action(async (options: StuckOptions) => (await import('./cluster-rooms.ts')).clusterStuck(options))
    .addHelpText('after', () => fitted(stuckNotes))
  cluster
    .command('reset')
    .description('let a room go on that takes no turns: what waited for it reaches it')
    .argument('[room]', 'as `chime cluster stuck` names it, or the key of a stopped bot in it')
    .option('--skip', 'without what cannot be read, and without the call on which the room became stuck')
    .option('--paused', 'no room: all calls that have paused are tried again, as after days without a worker')
    .option('--kill', 'give up calls that fail, instead of letting them go on')
    .option('--restate <URL...>', 'where the nodes of the cluster take calls', [usualIngress])
    .option('--admin <URL>', 'where Restate is administered', usualAdmin)
    .action(async (room: string | undefined, options: ResetOptions) =>
      (await import('./cluster-rooms.ts')).clusterReset(room, options),
    )
    .addHelpText('after', () => fitted(resetNotes))
}
