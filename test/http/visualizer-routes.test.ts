import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeHttp } from '../../src/http/app.ts'
import { visualizerPage } from '../../src/http/visualizer-page.ts'
import type { VisualizerSource } from '../../src/feed/source.ts'
import { makeVisualizerRoutes } from '../../src/http/visualizer-routes.ts'

const headers = { host: '127.0.0.1' }
const health = () => ({ status: 'ok' })

describe('the page', () => {
  function built() {
    const folder = mkdtempSync(join(tmpdir(), 'chime-page-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const build = () => {
      mkdirSync(join(folder, 'dist/assets'), { recursive: true })
      writeFileSync(join(folder, 'secret.txt'), 'not of the page')
      writeFileSync(join(folder, 'dist/index.html'), '<script type="module" src="/visualizer/assets/a-1.js"></script>')
      writeFileSync(join(folder, 'dist/assets/a-1.js'), 'start()')
      mkdirSync(join(folder, 'dist/chat'))
      writeFileSync(
        join(folder, 'dist/chat/index.html'),
        '<script type="module" src="/visualizer/assets/b-1.js"></script>',
      )
    }
    const app = makeHttp({ routes: visualizerPage(join(folder, 'dist')), health, host: '127.0.0.1' })
    const get = async (path: string, more: Record<string, string> = {}) => {
      const response = await app.request(path, { headers: { ...headers, ...more } })
      const { status } = response
      const [type, cache] = ['content-type', 'cache-control'].map((name) => response.headers.get(name))
      return { response, seen: { status, type, cache, text: await response.text() } }
    }
    return { build, get }
  }

  test.each([
    ['/visualizer/', 'a-1.js'],
    ['/chat/', 'b-1.js'],
  ])('%s says what to do when it is not built, and is there as soon as it is', async (path, script) => {
    const { build, get } = built()
    expect((await get(path)).seen).toEqual({
      status: 503,
      type: 'text/plain; charset=UTF-8',
      cache: 'no-store',
      text: 'This page is not built yet: run `npm run build:visualizer`, then load it again.\n',
    })
    build()
    expect((await get(path)).seen).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
      cache: 'no-cache',
      text: `<script type="module" src="/visualizer/assets/${script}"></script>`,
    })
  })

  test('is kept by browsers: hashed files for good, the rest asked for again', async () => {
    const { build, get } = built()
    build()
    expect((await get('/visualizer/assets/a-1.js')).seen).toEqual({
      status: 200,
      type: 'text/javascript; charset=utf-8',
      cache: 'private, max-age=31536000, immutable',
      text: 'start()',
    })
    const again = async (path: string) => {
      const tag = (await get(path)).response.headers.get('etag') ?? ''
      return (await get(path, { 'if-none-match': tag })).seen
    }
    expect([await again('/visualizer/'), await again('/chat/')]).toMatchObject([
      { status: 304, text: '' },
      { status: 304, text: '' },
    ])
  })

  test.each(['/visualizer/', '/chat/'])('%s runs no inline script, and its short address leads to it', async (path) => {
    const { build, get } = built()
    build()
    const { response } = await get(path)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'self';/)
    const short = (await get(path.slice(0, -1))).response
    expect([short.status, short.headers.get('location')]).toEqual([302, path])
  })

  test.each([
    '/visualizer/../secret.txt',
    '/visualizer/%2e%2e/secret.txt',
    '/visualizer/..%2fsecret.txt',
    '/visualizer/none.js',
    '/chat/none.js',
    '/chat/..%2f..%2fsecret.txt',
  ])('has nothing at %s', async (path) => {
    const { build, get } = built()
    build()
    expect((await get(path)).seen).toMatchObject({ status: 404, type: 'application/problem+json', cache: 'no-store' })
  })
})

describe('the paths beside it', () => {
  const asked: unknown[] = []
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      asked.push([name, ...args])
      return []
    }
  const source: VisualizerSource = {
    knows: async (key) => key === 'iris web:lobby',
    board: async () => [],
    charts: ['group'],
    drawn: (id, detail) =>
      Promise.resolve({
        id,
        hash: 'h',
        ...(detail && { detail }),
        nameSize: 13,
        width: 1,
        height: 1,
        states: [],
        edges: [],
      }),
    feed: async (...args) => {
      asked.push(['feed', ...args.slice(0, 2)])
      return new ReadableStream({ start: (controller) => controller.close() })
    },
    tape: note('tape'),
    floor: async (...args) => {
      asked.push(['floor', ...args])
      return []
    },
    talk: note('talk'),
    calls: note('calls'),
    search: async (...args) => {
      asked.push(['search', ...args])
      return { messages: [], verdicts: [], rooms: 0, lines: 0 }
    },
  }
  const app = makeHttp({ routes: makeVisualizerRoutes(source), health, host: '127.0.0.1' })
  const get = async (path: string, more: Record<string, string> = {}) =>
    app.request(path, { headers: { ...headers, ...more } })
  const actor = 'actor=iris%20web:lobby'

  test.each([
    [`/api/tape?${actor}`, ['tape', 'iris web:lobby', Number.MAX_SAFE_INTEGER, 100]],
    [`/api/tape?${actor}&before=7&limit=500`, ['tape', 'iris web:lobby', 7, 500]],
    [`/api/floor?${actor}&before=7`, ['floor', 'iris web:lobby', 7, 100]],
    [`/api/talk?${actor}&before=m1`, ['talk', 'iris web:lobby', 'm1', 100]],
    [`/api/calls?${actor}`, ['calls', 'iris web:lobby', undefined]],
    [`/api/calls?${actor}&turn=3`, ['calls', 'iris web:lobby', 3]],
    ['/api/search?q=%20two%20words%20', ['search', 'two words', 20]],
    ['/api/search?q=x&limit=5', ['search', 'x', 5]],
    [`/api/feed?${actor}`, ['feed', 'iris web:lobby', undefined]],
    ['/api/feed', ['feed', undefined, undefined]],
  ])('%s is answered and never kept', async (path, wanted) => {
    const response = await get(path)
    expect([response.status, response.headers.get('cache-control'), asked.at(-1)]).toEqual([200, 'no-store', wanted])
  })

  test('a chart is told by its id, with all its labels or at a glance', async () => {
    const blank = { id: 'group', hash: 'h', nameSize: 13, width: 1, height: 1, states: [], edges: [] }
    expect(await (await get('/api/charts')).json()).toEqual(['group'])
    expect(await (await get('/api/charts/group')).json()).toEqual(blank)
    expect(await (await get('/api/charts/group?detail=overview')).json()).toEqual({ ...blank, detail: 'overview' })
  })

  test.each([
    ['/api/tape', 400],
    ['/api/tape?actor=', 400],
    [`/api/tape?${actor}&limit=501`, 400],
    [`/api/tape?${actor}&limit=0`, 400],
    [`/api/tape?${actor}&before=x`, 400],
    [`/api/tape?${actor}&before=-1`, 400],
    ['/api/tape?actor=nobody', 404],
    ['/api/floor?actor=nobody', 404],
    ['/api/talk?actor=nobody', 404],
    ['/api/calls?actor=nobody', 404],
    ['/api/feed?actor=nobody', 404],
    ['/api/charts/none', 404],
    ['/api/charts/group?detail=full', 400],
    ['/api/charts/__proto__', 404],
  ])('%s is refused with %i', async (path, status) => {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
  })

  test('a Last-Event-ID that is no number is refused; one that is, is handed on', async () => {
    expect((await get('/api/feed', { 'last-event-id': 'x' })).status).toBe(400)
    await get('/api/feed', { 'last-event-id': '12' })
    expect(asked.at(-1)).toEqual(['feed', undefined, 12])
  })
})
