// The files for real machines: what they set is read by the server and the program of today.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeProgram } from '../../src/cli/program.ts'
import { restateServer } from '../../src/cluster/restate-nodes.ts'
import { textOf } from './pages.ts'

interface Service {
  image?: string
  command?: string[]
  environment: Record<string, string>
}

const { services } = parse(textOf('deploy/compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const nodes = Object.entries(services).filter(([name]) => name.startsWith('restate-'))

test.skipIf(process.env['CHIME_SKIP_RESTATE'] === '1')('the Restate server reads every setting of a node', () => {
  const settings = nodes.map(([, { environment }]) => {
    const { stdout } = spawnSync(restateServer(), ['--dump-config'], { env: environment, encoding: 'utf8' })
    const value = (name: string): string | undefined =>
      new RegExp(`^${name} = (.*)$`, 'm').exec(stdout)?.[1]?.replaceAll('"', '')
    const names = [
      'node-name',
      'auto-provision',
      'default-replication',
      'default-num-partitions',
      'disable-telemetry',
      'force-node-id',
      'advertised-address',
      'rocksdb-total-memory-size',
      'destination',
      'snapshot-interval',
      'num-retained',
    ]
    return [...names.map(value), stdout.match(/(?<=^ +")http:[^"]+/gm)]
  })
  expect(settings).toEqual(
    [1, 2, 3].map((n) => [
      `restate-${n}`,
      String(n === 1),
      '2',
      '24',
      'true',
      String(n),
      `http://restate-${n}:5122/`,
      '2.0 GiB',
      expect.stringContaining('SNAPSHOTS'),
      '30m',
      '3',
      nodes.map(([name]) => `http://${name}:5122/`),
    ]),
  )
})

test('the image is of the version that the tests run', () => {
  const locked = JSON.parse(textOf('src/host/restate/package.json')) as { devDependencies: Record<string, string> }
  const version = locked.devDependencies['@restatedev/restate-server']
  expect(nodes.map(([, { image }]) => image)).toEqual(
    Array.from({ length: 3 }, () => `docker.restate.dev/restatedev/restate:${version}`),
  )
})

test('a worker is started with options that `chime serve` has, and with every node', () => {
  const { command = [] } = services['worker-1'] ?? {}
  const [name, ...words] = command
  const serve = makeProgram().commands.find((each) => each.name() === name)
  const known = serve?.options.map(({ long }) => long)
  expect(words.map((word) => word.split('=')[0]).filter((word) => !known?.includes(word))).toEqual([])
  expect(words.join(' ')).toContain('--restate=http://restate-1:8080,http://restate-2:8080,http://restate-3:8080')
})
