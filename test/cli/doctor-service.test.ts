// What the doctor tells of a running service, and of a store that no service opens.
import { linkSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { servedIn } from '../e2e/running.ts'
import { chime } from './chime.ts'
import { freePort } from '../world/loopback.ts'
import { folder } from '../world/folders.ts'

/** Whether it found something bad, and the lines about some of its checks, without the places of this machine. */
async function examined(cwd: string, env: NodeJS.ProcessEnv, about: RegExp) {
  const { code, out } = await chime(['doctor'], { cwd, env })
  const lines = out.replaceAll(cwd, '/here').replaceAll(process.versions.node, 'NODE').trimEnd().split('\n')
  return [code, lines.filter((line) => about.test(line))]
}

test('of a running service that has lost its store it tells that, and what has failed since its start', async () => {
  const port = await freePort()
  const env = { CHIME_PORT: String(port) }
  const cwd = folder()
  const { visitor } = await servedIn(cwd, env)
  rmSync(`${cwd}/data/chime.sqlite`)
  const post = (id: string) => visitor.post('lobby', 'Hello.', { id })
  expect([(await post('m1')).status, (await post('m2')).status]).toEqual([503, 503])
  const lost = '/here/data/chime.sqlite was deleted or moved away'
  expect(await examined(cwd, env, /^\S (?:store|service|port)/)).toEqual([
    1,
    [
      '✓ store    /here/data/chime.sqlite: none yet, the first start makes it',
      `✓ port     ${port} is held by a running Chime on Node vNODE, 0 groups stopped`,
      `✗ service  it has lost its store and takes nothing: ${lost} → put the file back, or restart the service`,
      `! service  failures since its start: store 1 (last: ${lost}); posts 2 (last: the store is gone: ${lost})`,
    ],
  ])
})

test('a store with two names is a failure', async () => {
  const cwd = folder()
  openDatabase(`${cwd}/data/chime.sqlite`).close()
  linkSync(`${cwd}/data/chime.sqlite`, `${cwd}/data/copy.sqlite`)
  const env = { CHIME_PORT: String(await freePort()) }
  expect(await examined(cwd, env, /^\S store/)).toEqual([
    1,
    ['✗ store    /here/data/chime.sqlite has 2 names (hard links): a service does not open it → remove the others'],
  ])
})
