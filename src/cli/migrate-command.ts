// `chime migrate`: its options and its help.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { fitted } from '../terminal/terminal-text.ts'
import type { MigrateOptions } from './migrate.ts'
import { whole } from './numbers.ts'

const notes = `
Rooms move with all they have: snapshots, timers, calls under way, ids of messages, waiting events, talk, tape, what bots
remember, books. Stop the service first: a store that is in use, and a cluster with a worker in it, are refused. What
was under way is told as interrupted or done again, as after a crash. It may be ended at any time, kill -9 included:
the same command goes on. At the end both sides are read again, counted and compared.
Exit code: 0 both sides are equal, 1 they are not, or something is in the way.

Into the cluster its workers start with empty folders of their own (CHIME_DATA). Out of it the store must be a new file.

Examples:
  $ chime migrate --from data/chime.sqlite --to cluster --restate http://127.0.0.1:8080 \\
      --restate-admin http://127.0.0.1:9070 --store postgres://chime@db/chime
  $ chime migrate --from cluster --to data/back.sqlite --restate http://127.0.0.1:8080 \\
      --restate-admin http://127.0.0.1:9070 --store postgres://chime@db/chime`

export const usualWorkerPort = 9_080

export function addMigrateCommand(command: Command): void {
  command
    .description('move all rooms from the store of one machine into a cluster, or back')
    .requiredOption('--from <store>', 'where the rooms are: a file, or the word cluster')
    .requiredOption('--to <store>', 'where they are to be: the word cluster, or a file that is not there yet')
    .requiredOption('--restate <URL...>', 'where the nodes of the cluster take calls', urls)
    .requiredOption('--restate-admin <URL>', 'where the cluster is told of this process', url)
    .addOption(
      new Option('--store <URL>', 'the memory of the cluster: postgres://…').env('CHIME_STORE').makeOptionMandatory(),
    )
    .option(
      '--worker-port <n>',
      'the cluster reaches this process at this port, as it reaches workers',
      whole,
      usualWorkerPort,
    )
    .option('--worker-url <URL>', 'the cluster reaches this process there, as it reaches workers', url)
    .option('--give-up', 'end a move that was cut off: the rooms live on where they came from', false)
    .option('--json', 'print the counts and hashes as one JSON object', false)
    .action(async (options: MigrateOptions) => (await import('./migrate.ts')).migrate(options))
    .addHelpText('after', () => fitted(notes))
}

const urls = (text: string, before: string[] = []): string[] => [...before, ...text.split(',').map(url)]

function url(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new InvalidArgumentError('It must be an http address.')
  return text
}
