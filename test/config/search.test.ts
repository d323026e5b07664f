// Where bots search the web.
import { describe, expect, test } from 'vitest'
import { secretsOf } from '../../src/channels/plugins.ts'
import { loadYaml, problemsOf } from './load.ts'

describe('where the web is searched', () => {
  const search = (yaml: string, env: NodeJS.ProcessEnv = {}) => loadYaml(yaml, env).search
  const url = '"https://search.example/?q={query}"'
  test('is nowhere unless an address is named, with a key from the environment', () => {
    const env = { CHIME_SEARCH_API_KEY: 'geheim' }
    expect([
      search('{}'),
      search(`search: { url: ${url} }`),
      search(`search: { url: ${url}, results: web.results }`, env),
      search(`search: { url: ${url}, header: X-Subscription-Token }`, env),
    ]).toEqual([
      undefined,
      { url: 'https://search.example/?q={query}', results: 'results', headers: {} },
      { url: 'https://search.example/?q={query}', results: 'web.results', headers: { authorization: 'Bearer geheim' } },
      { url: 'https://search.example/?q={query}', results: 'results', headers: { 'X-Subscription-Token': 'geheim' } },
    ])
  })
  test('its key is a secret, as a header of its own, too', () => {
    const env = { CHIME_SEARCH_API_KEY: 'geheim' }
    for (const header of ['', ', header: X-Key'])
      expect(secretsOf(loadYaml(`search: { url: ${url}${header} }`, env))).toContain('geheim')
  })
  test.each([
    ['{}', 'search.url: missing: name the address of a search that answers in JSON'],
    [`{ url: ${url}, header: X-Key }`, 'search.apiKey: missing: set it in .env as CHIME_SEARCH_API_KEY'],
    ['{ url: "https://search.example/" }', 'search.url: expected an http or https URL with {query} in it'],
    ['{ url: "file:///{query}" }', 'search.url: expected an http or https URL with {query} in it'],
  ])('%s', (yaml, problem) => {
    expect(problemsOf(`search: ${yaml}`)).toEqual([expect.stringContaining(problem)])
  })
})
