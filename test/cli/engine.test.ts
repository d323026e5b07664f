// What `chime serve` is told of a cluster: how it is read, and what is refused.
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { hasRole } from '../../src/app/roles.ts'
import { checkReached } from '../../src/app/workers.ts'
import { type EngineOptions, engineOf, withEngineOptions } from '../../src/cli/engine.ts'

function read(...words: string[]) {
  const command = withEngineOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  command.parse(words, { from: 'user' })
  return engineOf(command.opts<EngineOptions>())
}

const cluster = ['--host', 'restate', '--restate', 'http://127.0.0.1:8080', '--store', 'postgres://127.0.0.1/chime']

describe('a process of a cluster', () => {
  test('does everything where nothing is said, and else what its roles are', () => {
    const rolesOf = (...words: string[]) => {
      const engine = read(...cluster, ...words)
      return [hasRole(engine, 'worker'), hasRole(engine, 'page')]
    }
    expect([
      rolesOf(),
      rolesOf('--roles', 'worker'),
      rolesOf('--roles', 'page'),
      rolesOf('--roles', 'page, worker'),
    ]).toEqual([
      [true, true],
      [true, false],
      [false, true],
      [true, true],
    ])
    expect([hasRole(undefined, 'worker'), hasRole(undefined, 'page')]).toEqual([true, true])
  })

  test('is refused roles that there are not, and those of a process that is alone', () => {
    expect(() => read(...cluster, '--roles', 'worker,chat')).toThrow('It must be worker, page or both')
    expect(() => read(...cluster.slice(0, 4), '--roles', 'page')).toThrow('add --store postgres://')
    expect(() => read('--roles', 'page')).toThrow('add --host restate')
    expect(() => read('--peer-url', 'http://10.0.0.5:3000')).toThrow('add --host restate')
  })

  test('takes the store and its own address from the environment, where a list of processes does not show them', () => {
    const env = { CHIME_STORE: 'postgres://chime:secret@db/chime', CHIME_PEER_URL: 'http://w1:7171' }
    const given = { host: 'restate' as const, restate: ['http://127.0.0.1:8080'] }
    const told = ({ store, peerUrl }: { store?: string; peerUrl?: string } = {}) => [store, peerUrl]
    expect(told(engineOf(given, env))).toEqual([env.CHIME_STORE, env.CHIME_PEER_URL])
    expect(told(engineOf({ ...given, store: 'postgres://other/chime' }, env))[0]).toBe('postgres://other/chime')
    expect(engineOf({ ...given, roles: ['page'] }, env)?.roles).toEqual(['page'])
    expect(() => engineOf(given, { ...env, CHIME_PEER_URL: 'w1' })).toThrow('CHIME_PEER_URL must be an http address')
    // Of a machine where a cluster's variables are set: a service of its own stays one.
    expect(engineOf({}, env)).toBeUndefined()
  })

  test('that listens everywhere must say where others find it', () => {
    const store = 'postgres://127.0.0.1/chime'
    expect(() => checkReached('0.0.0.0', { store })).toThrow('--peer-url is missing')
    for (const given of [{}, { store, peerUrl: 'http://10.0.0.5:3000' }]) checkReached('0.0.0.0', given)
    checkReached('127.0.0.1', { store })
  })
})
