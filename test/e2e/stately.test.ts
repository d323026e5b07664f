// `--stately`: what is served with it, to whom, and that nothing of it is there without it.
import { execFileSync } from 'node:child_process'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { iris, rooms, servedIn, tempFolders, writeConfig } from './running.ts'

const inspect = vi.hoisted(() => ({ loads: 0 }))
vi.mock('@statelyai/inspect', async (original) => {
  inspect.loads += 1
  return original()
})

beforeAll(() => {
  const script = fileURLToPath(new URL('../../tools/build-visualizer.mjs', import.meta.url))
  execFileSync(process.execPath, [script], { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } })
}, 120_000)

const folderOf = tempFolders()
const paths = ['/stately', '/stately/']
const feed = '/api/stately/feed'
const policy =
  "default-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

async function served(options: { stately?: boolean } = {}, env: NodeJS.ProcessEnv = {}) {
  const cwd = folderOf()
  writeConfig(cwd, { bots: [iris], channels: rooms('lobby') })
  return servedIn(cwd, env, options)
}

/** Status of an answer, with headers that fetch does not let through. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (answer) => {
      answer.destroy()
      resolve(answer.statusCode)
    })
    asked.on('error', reject).end()
  })

test('without the option nothing of it is served, and the package is not loaded', async () => {
  const { url } = await served()
  const statuses = await Promise.all([...paths, '/visualizer/stately/', feed].map((path) => statusOf(url + path, {})))
  expect(statuses).toEqual(Array.from(statuses, () => 404))
  expect(inspect.loads).toBe(0)
})

describe('with the option', () => {
  test('the page may frame stately.ai, and no other page may; it has no script of its own inside', async () => {
    const { url } = await served({ stately: true })
    const answers = await Promise.all(
      ['/stately/', '/visualizer/', '/chat/', '/health'].map((path) => fetch(url + path)),
    )
    expect(answers.map(({ headers }) => headers.get('content-security-policy'))).toEqual([
      `${policy}; frame-src https://stately.ai`,
      policy,
      policy,
      policy,
    ])
    const page = (await answers[0]?.text()) ?? ''
    const scripts = [...page.matchAll(/<script.*?src="([^"]*)".*?>([^<]*)<\/script>/g)]
    expect(scripts.map(([, , inside]) => inside)).toEqual([''])
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page).not.toMatch(/(?:src|href)="(?:\w+:)?\/\//)
    const files = await Promise.all([...paths, scripts[0]?.[1] ?? ''].map((path) => fetch(url + path)))
    expect(files.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await statusOf(`${url}/visualizer/stately/`, {})).toBe(404)
  })

  test.each([
    ['another name of this machine', { host: 'rebound.example' }, 403],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['Stately’s own page', { origin: 'https://stately.ai' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a page on another port', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site without a word of its origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['its own page', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a program', {}, 200],
  ])('the feed asked by %s', async (_, headers: Record<string, string>, status) => {
    const { url } = await served({ stately: true })
    expect(await statusOf(url + feed, headers)).toBe(status)
  })

  test('the feed tells of a talk by states alone', async () => {
    const { url, visitor: ann } = await served({ stately: true })
    const answer = await fetch(url + feed)
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const id = await ann.say('lobby', 'Iris, a private question: which test first?')
    await ann.outcome('lobby', 'iris', id)
    let text = ''
    // oxlint-disable-next-line no-await-in-loop -- chunk by chunk
    while (!text.includes('"cooling"')) text += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(text).toContain('"event":{"type":"message.received"},"sessionId":"iris 1"')
    expect(text).not.toMatch(/private|which test|Ann|lobby/)
    expect(text).not.toContain(id)
  })

  test('it does not start open to other machines', async () => {
    const env = { CHIME_HOST: '0.0.0.0', CHIME_TOKEN: 'a-token-that-is-long-enough' }
    await expect(served({ stately: true }, env)).rejects.toThrow(
      '--stately shows the states of the bots only on this machine, and CHIME_HOST is 0.0.0.0: set it to 127.0.0.1 or leave --stately out',
    )
  })
})
