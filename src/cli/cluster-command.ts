// `chime cluster`: its commands, their options and their help.
import type { Command } from 'commander'
import { fitted } from '../terminal/terminal-text.ts'
import type { ClusterUpOptions } from './cluster.ts'
import { some, whole } from './numbers.ts'

const notes = `
For development and tests on one machine. Restate comes from npm, once; Postgres is Debian's (apt-get install postgresql)
and listens on a unix socket alone, all else on loopback. The folder is thrown away: emptied at the next start, and at
the end of all but the logs. Ctrl-C ends every process; so does the end of this one, however it comes about.

Examples:
  $ chime cluster up
  $ chime cluster up --nodes 3 --workers 3`

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
}
