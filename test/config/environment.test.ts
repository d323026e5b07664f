// What the environment and `.env` change.
import { describe, expect, test } from 'vitest'
import { demoConfig } from './demo-config.ts'
import { load, problemsOf } from './load.ts'

const openai = {
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  apiKey: 'sk-1',
  name: 'my-model',
  decisionName: 'my-model',
  mode: 'json',
}

describe('the environment', () => {
  test('wins over the file, for every variable', () => {
    const files = {
      'chime.yaml':
        'channels: { web: { host: ::1, port: 1, token: a } }\nlog: { level: info, format: auto }\nmodel: { name: x }',
    }
    const env = {
      CHIME_HOST: '0.0.0.0',
      PORT: '2',
      CHIME_PORT: '3',
      CHIME_TOKEN: 'sixteen-letters-',
      CHIME_DATA: 'elsewhere',
      CHIME_LOG_LEVEL: 'warn',
      CHIME_LOG_FORMAT: 'json',
      CHIME_PROVIDER: 'openai',
      CHIME_MODEL: 'my-model',
      OPENAI_API_KEY: ' sk-1\r\n',
    }
    expect(load({ files, env })).toEqual({
      ...demoConfig,
      file: 'chime.yaml',
      bots: demoConfig.bots.map((bot) => ({ ...bot, model: openai })),
      channels: { web: { ...demoConfig.channels.web, host: '0.0.0.0', port: 3, token: 'sixteen-letters-' } },
      store: { path: '/here/elsewhere/chime.sqlite', retainDays: 30, maxMegabytes: 2_000 },
      log: { level: 'warn', format: 'json' },
    })
  })

  test('PORT alone sets the port', () => {
    expect(load({ env: { PORT: '8000' } }).channels.web.port).toBe(8000)
  })

  test('wins over .env, also with an empty value; .env wins over the file', () => {
    const files = {
      'chime.yaml': 'log: { level: fatal, format: pretty }',
      '.env': 'CHIME_LOG_LEVEL=error\nCHIME_TOKEN="from .env"\nCHIME_PORT=9\n',
    }
    const config = load({ files, env: { CHIME_PORT: '10', CHIME_TOKEN: '' } })
    expect(config).toEqual({
      ...demoConfig,
      file: 'chime.yaml',
      channels: { web: { ...demoConfig.channels.web, port: 10 } },
      log: { level: 'error', format: 'pretty' },
    })
  })

  test('warns of an unknown CHIME_ variable and leaves others alone', () => {
    const files = { '.env': 'CHIME_COLOUR=blue' }
    expect(load({ files, env: { CHIME_PROT: '1', OTHER: '2' } }).warnings).toEqual([
      '.env: CHIME_COLOUR: unknown variable: expected one of CHIME_CONFIG, CHIME_PORT, CHIME_HOST, CHIME_TOKEN, CHIME_DATA, CHIME_LOG_LEVEL, CHIME_LOG_FORMAT, CHIME_PROVIDER, CHIME_MODEL, CHIME_TRANSCRIPTION_API_KEY, CHIME_SEARCH_API_KEY',
      'environment: CHIME_PROT: unknown variable: did you mean "CHIME_PORT"?',
    ])
  })

  test('warns when it replaces a key of the file', () => {
    const files = { 'chime.yaml': 'model: { apiKey: sk-file }' }
    const { warnings, bots } = load({ files, env: { OPENAI_API_KEY: 'sk-1' } })
    expect(warnings).toEqual(['environment: OPENAI_API_KEY: takes the place of model.apiKey in chime.yaml'])
    expect(bots[0]?.model.apiKey).toBe('sk-1')
  })

  test('a bad value names its variable and where it stands', () => {
    const files = { '.env': 'CHIME_LOG_LEVEL=loud\nOPENAI_API_KEY="sk secret"' }
    expect(problemsOf({ files, env: { CHIME_PORT: '70000', CHIME_HOST: 'http://x' } })).toEqual([
      '.env: OPENAI_API_KEY: expected visible ASCII characters without spaces, found ***',
      'environment: CHIME_HOST: expected an address or a host name such as 127.0.0.1, found "http://x"',
      'environment: CHIME_PORT: expected a port from 0 to 65535, found 70000',
      '.env: CHIME_LOG_LEVEL: expected one of trace, debug, info, warn, error, fatal, silent, found "loud"',
    ])
  })

  test('an unreadable .env is an error', () => {
    expect(problemsOf({ files: { '.env/': '' } })).toEqual(['.env: cannot be read (EISDIR): check the file /here/.env'])
  })
})
