// A channel of one folder and one line in a list, with a section of the configuration, and as a user's module the same.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { loadModule } from '../../src/channels/modules/load-channel.ts'
import type { DoctorContext } from '../../src/channels/plugin.ts'
import { configuredChannels, loadConfig, plugins } from '../../src/channels/plugins.ts'
import { ConfigError } from '../../src/config/explain.ts'
import { channelWith, foreignModules } from './foreign-module.ts'
import { spool } from './spool/plugin.ts'
import { folder } from '../world/folders.ts'

const list = [...plugins, spool]
const { load } = foreignModules()

function configured(channels: object, env: NodeJS.ProcessEnv = {}, groups: object = {}) {
  const cwd = folder()
  writeFileSync(join(cwd, 'chime.yaml'), stringify({ channels, groups }))
  const config = loadConfig({ env, cwd }, list)
  return { config, channels: configuredChannels(config, list).filter(({ name }) => name !== 'web') }
}

const problems = (channels: object, env: NodeJS.ProcessEnv = {}) => {
  try {
    return configured(channels, env).config.warnings
  } catch (error) {
    return error instanceof ConfigError ? error.problems : error
  }
}

const examined = (channels: object) => {
  const made = configured(channels)
  const lent: Omit<DoctorContext, 'name' | 'bots'> = { now: () => 1, log: () => {}, isServed: async () => false }
  return Promise.all(made.channels.map((each) => each.doctor({ ...each, ...lent, bots: [], config: made.config })))
}

describe('a channel of one folder', () => {
  test('is not there until it is configured', () => {
    expect(configured({}).channels).toEqual([])
  })

  test('has its settings from the file, and over it from the environment', () => {
    const { channels, config } = configured({ spool: { folder: './a', bots: ['iris'] } }, { SPOOL_FOLDER: './b' })
    expect(channels.map(({ name, bots, isForeign }) => ({ name, bots, isForeign }))).toEqual([
      { name: 'spool', bots: ['iris'], isForeign: false },
    ])
    expect(config.channels).toMatchObject({ spool: { folder: './b', bots: ['iris'] } })
  })

  test('explains what it expects as every section does', () => {
    expect(problems({ spool: { folder: 5, colour: 'red' } })).toEqual([
      'chime.yaml: channels.spool.colour: unknown key: expected one of bots, folder, allowFrom, denyFrom, unlisted, heedsAll, dmPolicy',
      'chime.yaml: channels.spool.folder: expected a path, found 5',
    ])
  })

  test('owns the groups of its name, which no module may take', () => {
    const groups = { 'spool:lab': { policy: 'open' } }
    expect(configured({ spool: { folder: './a' } }, {}, groups).config.warnings).toEqual([])
    expect(problems({ modules: [{ name: 'spool', path: './a.ts' }] })).toEqual([
      'chime.yaml: channels.modules[0].name: "spool" is a channel of Chime itself: choose another name',
    ])
  })

  test('is examined by the doctor', async () => {
    expect(await examined({ spool: { folder: '/nowhere' } })).toEqual([
      [{ sign: 'bad', what: 'spool', found: 'there is no folder /nowhere', next: 'make it' }],
    ])
  })
})

describe('a module', () => {
  const path = fileURLToPath(new URL('spool/spool-channel.ts', import.meta.url))

  test('is examined by the same check, behind whether it can be loaded', async () => {
    expect(await examined({ modules: [{ name: 'tin', path, options: { folder: '/nowhere' } }] })).toEqual([
      [
        { sign: 'ok', what: 'tin', found: `is loaded from ${path}` },
        { sign: 'bad', what: 'tin', found: 'there is no folder /nowhere', next: 'make it' },
      ],
    ])
  })

  test('without a folder is told what is wrong with its options', async () => {
    expect(await examined({ modules: [{ name: 'tin', path, options: { folder: 5 } }] })).toEqual([
      [{ sign: 'bad', what: 'tin', found: `channels.modules: tin: ${path}: its options: folder: a path` }],
    ])
  })

  test('that is not there is bad, and so is a check that fails or says nothing that can be read', async () => {
    const home = folder()
    const check = async (doctor: string) => {
      const at = join(home, `m-${doctor.length}.mjs`)
      writeFileSync(at, `export default { open: () => null, doctor: ${doctor} }`)
      const [found = []] = await examined({ modules: [{ name: 'net', path: at }] })
      return found.map(({ sign, found: text }) => [sign, text.replace(at, 'PATH')])
    }
    const loaded = ['ok', 'is loaded from PATH']
    expect(await check('() => []')).toEqual([loaded])
    expect(await check("() => [{ sign: 'warn', found: 'a\\u202Eb' }]")).toEqual([loaded, ['warn', 'ab']])
    expect(await check("() => { throw new Error('no') }")).toEqual([
      ['bad', 'channels.modules: net: PATH: its check failed: no'],
    ])
    expect((await check("() => 'fine'")).map(([sign]) => sign)).toEqual(['bad'])
    expect(await examined({ modules: [{ name: 'net', path: '/nowhere.mjs' }] })).toEqual([
      [
        {
          sign: 'bad',
          what: 'net',
          found:
            'channels.modules: net: /nowhere.mjs: there is no such file: its path is seen from the folder of the configuration',
        },
      ],
    ])
  })

  test('gets its options as its schema reads them', async () => {
    const schema = '{ safeParse: (given) => ({ success: true, data: { url: `${given.url}/` } }) }'
    const identify = 'identify: async () => ({ id: options.url, name: "Net" })'
    const open = channelWith({ identify }).replace('export default ', '')
    const { channel } = await load(`export default { schema: ${schema}, open: ${open} }`, { url: 'http://lab' })
    expect(await channel.identify({ id: 'iris', name: 'Iris' })).toEqual({ id: 'http://lab/', name: 'Net' })
  })

  describe('with an environment', () => {
    const asks = (environment: string): string => {
      const home = folder()
      const at = join(home, 'module.mjs')
      const doctor = '(options) => [{ sign: "ok", found: JSON.stringify(options) }]'
      writeFileSync(at, `export default { environment: ${environment}, open: () => null, doctor: ${doctor} }`)
      return at
    }
    const found = async (at: string, options: object, env: NodeJS.ProcessEnv) => {
      const { channels, config } = configured({ modules: [{ name: 'net', path: at, options }] }, env)
      const lent = { now: () => 1, log: () => {}, isServed: async () => false, bots: [], config }
      return (await channels[0]?.doctor({ ...lent, name: 'net' }))?.at(-1)?.found
    }

    test('has its options from the variables that it names, over the file', async () => {
      const at = asks("{ NET_TOKEN: 'token', 'NET_PASSWORD_*': 'passwords', NET_URL: 'url' }")
      const env = { NET_TOKEN: ' t1 ', NET_PASSWORD_IRIS: 'p1', NET_URL: '', OTHER: 'x' }
      expect(
        JSON.parse((await found(at, { token: 'f', url: 'http://lab', passwords: { REX: 'p2' } }, env)) ?? ''),
      ).toEqual({
        token: 't1',
        url: 'http://lab',
        passwords: { REX: 'p2', IRIS: 'p1' },
      })
    })

    test('must name variables that Chime does not claim, each with a key', async () => {
      for (const environment of ["{ CHIME_NET: 'token' }", "{ 'net token': 'token' }", '{ NET_TOKEN: 5 }', '[1]'])
        // oxlint-disable-next-line no-await-in-loop -- one file after the other
        expect(await found(asks(environment), {}, {})).toContain('its environment cannot be read')
    })

    test('has what they say kept out of whatever is told', async () => {
      const hidden: string[] = []
      const module = {
        name: 'net',
        path: asks("{ NET_TOKEN: 'token' }"),
        options: {},
        variables: () => ({ NET_TOKEN: 'a secret' }),
      }
      await loadModule(module, { hide: (secret) => hidden.push(secret) })
      expect(hidden).toEqual(['a secret'])
    })
  })
})
