// Modules of hooks in their threads: what they see, and what becomes of one that throws, hangs, loops or says rubbish (A6).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { makeHooks } from '../../../src/tools/hooks/hooks.ts'
import { loadHooks } from '../../../src/tools/hooks/load-hooks.ts'
import { folder } from '../../world/folders.ts'
import { signal, toolCall } from './sources.ts'

const example = fileURLToPath(new URL('../../../examples/careful-hooks/careful-hooks.ts', import.meta.url))

/** A machine that is busy takes its time: only what never answers is waited for in short. */
const [short, long] = [300, 15_000]

async function loaded(code: string) {
  const path = join(folder({ 'mine.mjs': code }), 'mine.mjs')
  const source = await loadHooks(path)
  onTestFinished(source.stop)
  const failed: string[] = []
  const hooksWithin = (timeoutMs: number) =>
    makeHooks([source], {
      timeoutMs,
      failed: (name, hook, error) => void failed.push(`${name} ${hook}: ${(error as Error).message}`),
    })
  const before = (over: object = {}, timeoutMs = long) =>
    hooksWithin(timeoutMs).beforeTool({ ...toolCall, ...over }, signal)
  return { source, hooks: hooksWithin(long), failed, before }
}

const refused = { refused: { by: 'mine.mjs', reason: 'its beforeTool failed', failed: true } }

test('what it is given is its own and frozen, and no variable of the service is there', async () => {
  process.env['CHIME_TEST_SECRET'] = 'not for hooks'
  onTestFinished(() => void delete process.env['CHIME_TEST_SECRET'])
  const { before, failed } = await loaded(`export default {
    beforeTool(call) {
      console.log('no line of the service')
      try { call.args.path = 'other.txt' } catch { return { refuse: JSON.stringify([call.args, Object.keys(process.env)]) } }
    },
  }`)
  const args = { path: 'notes.txt', deep: { list: [1] } }
  expect(await before({ args })).toEqual({ refused: { by: 'mine.mjs', reason: JSON.stringify([args, []]) } })
  expect([args.path, failed]).toEqual(['notes.txt', []])
})

test.each([
  ['throws', 'throw new Error("no")', 'no'],
  ['throws something that has no text', 'throw { toString() { throw 1 } }', 'something that has no text'],
  ['never answers', 'return new Promise(() => {})', 'its beforeTool took longer than'],
  ['loops for ever', 'for (;;);', 'its beforeTool took longer than'],
  ['answers what cannot be copied', 'return { refuse: () => "x" }', 'could not be cloned'],
  ['answers rubbish', 'return { allow: true }', 'allow'],
  ['ends its thread', 'process.exit(0)', 'its thread ended'],
  ['fails where nobody waits', 'setTimeout(() => { throw new Error("late") }); return new Promise(() => {})', 'late'],
])('one that %s: the call is not made, and the next one is asked as before', async (_, code, told) => {
  const { before, failed } = await loaded(`export default {
    beforeTool({ tool }) { if (tool === 'bash') { ${code} } return { askOperators: 'a word' } },
  }`)
  expect(await before({ tool: 'bash' }, told.includes('took longer') ? short : long)).toEqual(refused)
  expect(failed).toEqual([expect.stringContaining(told)])
  expect(await before()).toEqual({ ok: { asks: { by: 'mine.mjs', reason: 'a word' } } })
})

test('a call that waits beside one that hangs is answered', async () => {
  const { source } = await loaded(`export default {
    beforeTool({ tool }) {
      return new Promise((done) => tool !== 'bash' && setTimeout(() => done({ refuse: 'late' }), 150))
    },
  }`)
  const ask = (tool: string, timeoutMs: number) =>
    source.ask('beforeTool', { ...toolCall, tool }, { timeoutMs, signal }).catch(String)
  expect(await Promise.all([ask('bash', 50), ask('fs.read', 5_000)])).toEqual([
    expect.stringContaining('its beforeTool took longer than 50 ms'),
    { refuse: 'late' },
  ])
})

test('a run that is stopped waits for no hook', async () => {
  const { hooks, failed } = await loaded('export default { beforeTool: () => new Promise(() => {}) }')
  const stop = new AbortController()
  const asked = hooks.beforeTool(toolCall, stop.signal)
  stop.abort(new Error('stopped'))
  await expect(asked).rejects.toThrow('stopped')
  expect(failed).toEqual([])
})

test.each([
  ['hooks of a name that nobody knows', 'export default { beforeTools() {} }', 'it has a beforeTools: hooks are'],
  ['nothing', 'export default {}', 'it has no hook'],
  ['no default export', 'export const beforeTool = () => {}', 'it has no default export with hooks'],
  ['no function', 'export default { beforeTool: true }', 'its beforeTool is no function'],
  ['an error', 'throw new Error("no licence")', 'no licence'],
  ['no code', 'export default {', 'Unexpected'],
])('a module with %s keeps the service from starting, by its path', async (_, code, told) => {
  const path = join(folder({ 'mine.mjs': code }), 'mine.mjs')
  await expect(loadHooks(path)).rejects.toThrow(`hooks: ${path}: it cannot be loaded: `)
  await expect(loadHooks(path)).rejects.toThrow(told)
})

test('a path without a file is told', async () => {
  await expect(loadHooks('/nowhere/mine.mjs')).rejects.toThrow('there is no such file')
})

test('the lines of the guide load, the same ones in both languages', async () => {
  const codeOf = (lang: string): string =>
    /```js\n([\s\S]*?)```/.exec(
      readFileSync(new URL(`../../../docs/guide/hooks.${lang}.md`, import.meta.url), 'utf8'),
    )?.[1] ?? ''
  const { before, source } = await loaded(codeOf('en'))
  expect([codeOf('zh'), source.hooks]).toEqual([codeOf('en'), ['beforeTool', 'afterTool']])
  expect(await before({ tool: 'web.fetch', args: { url: 'https://example.org' } })).toEqual({
    refused: { by: 'mine.mjs', reason: 'only pages of docs.example.org are read' },
  })
})

test('the example loads with all its hooks', async () => {
  const source = await loadHooks(example)
  onTestFinished(source.stop)
  expect([source.name, source.hooks]).toEqual([
    'careful-hooks.ts',
    ['beforeModel', 'afterModel', 'beforeTool', 'afterTool'],
  ])
})
