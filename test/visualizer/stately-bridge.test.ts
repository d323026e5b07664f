// What the page at /stately/ tells whom, with a frame and a feed of the test's own.
import { expect, test, vi } from 'vitest'
import { makeBridge } from '../../visualizer/stately/bridge.ts'
import { statelyWords } from '../../visualizer/stately/stately-words.ts'

function bridged() {
  const posted: unknown[][] = []
  const states: string[] = []
  const counts: unknown[] = []
  const feeds: { emit(type: string, data?: unknown): void; close: ReturnType<typeof vi.fn> }[] = []
  const frame = { postMessage: (...args: unknown[]) => void posted.push(args) }
  const reload = vi.fn<() => void>()
  const bridge = makeBridge({
    frame: () => frame,
    reload,
    openFeed() {
      const listeners = new Map<string, (event: { data?: string }) => void>()
      const close = vi.fn<() => void>()
      feeds.push({
        emit: (type, data) => listeners.get(type)?.(data === undefined ? {} : { data: JSON.stringify(data) }),
        close,
      })
      return { addEventListener: (type, listener) => void listeners.set(type, listener), close }
    },
    became: (state) => void states.push(state),
    missed: (steps) => void counts.push({ steps }),
    full: (actors) => void counts.push({ actors }),
  })
  const connected = { origin: 'https://stately.ai', source: frame, data: { type: '@statelyai.connected' } }
  return { bridge, posted, states, counts, feeds, reload, connected }
}

test('only Stately’s page in the frame of this page starts the feed', () => {
  const { bridge, feeds, connected } = bridged()
  const strange = [
    { origin: 'https://evil.example' },
    { origin: 'https://stately.ai.evil.example' },
    { origin: 'http://stately.ai' },
    { origin: 'null' },
    { source: {} },
    { source: null },
    { data: '@statelyai.connected' },
    { data: null },
    { data: { type: '@statelyai.disconnected' } },
  ]
  for (const over of strange) bridge.hear({ ...connected, ...over })
  expect(feeds).toHaveLength(0)
  bridge.hear(connected)
  expect(feeds).toHaveLength(1)
})

test('what the feed brings is posted to Stately’s origin alone, and what is left out is counted', () => {
  const { bridge, feeds, posted, states, counts, connected } = bridged()
  bridge.hear(connected)
  feeds[0]?.emit('open')
  feeds[0]?.emit('inspect', { type: '@xstate.event', sessionId: 'iris 1' })
  feeds[0]?.emit('gap', { missed: 3 })
  feeds[0]?.emit('full', { actors: 50 })
  expect(posted).toEqual([[{ type: '@xstate.event', sessionId: 'iris 1' }, 'https://stately.ai']])
  expect([states, counts]).toEqual([['live'], [{ steps: 3 }, { actors: 50 }]])
})

test('Stately’s page that starts anew is told everything anew, by one feed', () => {
  const { bridge, feeds, posted, connected } = bridged()
  bridge.hear(connected)
  bridge.hear(connected)
  feeds[0]?.emit('inspect', { sessionId: 'old' })
  feeds[1]?.emit('inspect', { sessionId: 'new' })
  expect([feeds.length, feeds[0]?.close.mock.calls.length, posted.map(([event]) => event)]).toEqual([
    2,
    1,
    [{ sessionId: 'new' }],
  ])
})

test('after a lost connection Stately’s page is loaded anew before anything is told', () => {
  const { bridge, feeds, posted, states, reload, connected } = bridged()
  bridge.hear(connected)
  feeds[0]?.emit('open')
  feeds[0]?.emit('error')
  expect(reload).not.toHaveBeenCalled()
  feeds[0]?.emit('open')
  feeds[0]?.emit('inspect', { sessionId: 'of another process' })
  expect([states, reload.mock.calls.length, feeds[0]?.close.mock.calls.length, posted]).toEqual([
    ['live', 'lost', 'loading'],
    1,
    1,
    [],
  ])
})

test('stopped, it tells nothing more', () => {
  const { bridge, feeds, posted, connected } = bridged()
  bridge.hear(connected)
  bridge.close()
  feeds[0]?.emit('inspect', { sessionId: 'iris 1' })
  expect([feeds[0]?.close.mock.calls.length, posted]).toEqual([1, []])
})

test('the notice says the same in both languages', () => {
  expect(Object.keys(statelyWords.zh)).toEqual(Object.keys(statelyWords.en))
  expect(statelyWords.zh.going).toHaveLength(statelyWords.en.going.length)
  for (const { lead } of Object.values(statelyWords)) expect(lead).toContain('https://stately.ai/inspect')
})
