// `node test/cluster/rounds.ts`: a cluster on this machine under load, whose parts are killed and halted.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clusterRounds } from './cluster-rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    nodes: { type: 'string', default: '3' },
    workers: { type: 'string', default: '3' },
    rooms: { type: 'string', default: '100' },
    bots: { type: 'string', default: '3' },
    agents: { type: 'string', default: '10' },
    messages: { type: 'string', default: '1500' },
    policy: { type: 'string', default: 'judged' },
    rate: { type: 'string', default: '40' },
    halt: { type: 'string', default: '30' },
    calm: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(tmpdir(), 'chime-rounds') },
  },
})
const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const number = (name: Exclude<keyof typeof values, 'folder' | 'calm' | 'policy'>): number => Number(values[name])
const { problems, ...figures } = await clusterRounds({
  folder: values.folder,
  rounds: number('rounds'),
  seed: number('seed'),
  nodes: number('nodes'),
  workers: number('workers'),
  rooms: number('rooms'),
  bots: number('bots'),
  agents: number('agents'),
  messages: number('messages'),
  rate: number('rate'),
  haltMs: number('halt') * 1_000,
  policy: values.policy === 'mention' ? 'mention' : 'judged',
  isCalm: values.calm,
  tell: say,
})
say(JSON.stringify(figures))
for (const problem of problems.slice(0, 30)) say(`PROBLEM ${problem}`)
say(problems.length === 0 ? 'nothing lost, nothing twice' : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
