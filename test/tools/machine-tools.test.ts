// Which tools there are, by what this machine can do and what is configured.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { machineTools } from '../../src/tools/machine-tools.ts'
import { makeRegistry } from '../../src/tools/registry.ts'
import { folder } from '../world/folders.ts'

describe.runIf(process.platform === 'linux')('on a machine without bubblewrap', () => {
  const without = () => machineTools({ bubblewrap: join(folder(), 'bwrap') })
  test('there is no shell, and it is known why', async () => {
    const { tools, noBash } = await without()
    expect([tools.map(({ name, effect, readsOutside }) => [name, effect, readsOutside ?? false]), noBash?.why]).toEqual(
      [
        [
          ['fs.read', 'read', false],
          ['fs.list', 'read', false],
          ['fs.write', 'once', false],
          ['fs.edit', 'once', false],
          ['web.fetch', 'read', true],
        ],
        'missing',
      ],
    )
  })
  test('there is a search where one is configured', async () => {
    const search = { url: 'https://search.example/?q={query}', results: 'results', headers: {} }
    const { tools } = await machineTools({ bubblewrap: join(folder(), 'bwrap'), search })
    expect(tools.at(-1)?.name).toBe('web.search')
  })
  test('each can be told to a provider in a few tokens', async () => {
    const registry = makeRegistry((await without()).tools)
    const told = registry.tools.map((tool) => registry.parametersOf(tool))
    expect(told.map(({ name }) => name)).toEqual(['fs_read', 'fs_list', 'fs_write', 'fs_edit', 'web_fetch'])
    expect(JSON.stringify(told).length).toBeLessThan(3_000)
  })
})
