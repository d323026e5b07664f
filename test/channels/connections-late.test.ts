// Old lines and late answers do not count, there are never two lines at once, and nothing is left running.
import { describe, expect, test } from 'vitest'
import { life, type Life, online, own, settings } from './connections-life.ts'
import { scriptedChannel, settled } from './scripted-channel.ts'

describe('what comes late does not count', () => {
  test('an old line says that it is down while the new one stands', async () => {
    const here = await online()
    const old = here.line()
    here.connections.retry('iris', 'feishu')
    await online(here)
    old.down({ reason: 'late', permanent: true })
    old.reconnecting('late')
    expect([here.row()?.state, here.open(), here.mostAtOnce()]).toEqual(['online', 1, 1])
  })

  test('an old line says that it is ready while the new one is not', async () => {
    const here = await online()
    const old = here.line()
    old.down({ reason: 'down', permanent: false })
    await here.tryAgain()
    old.ready()
    expect(here.row()?.state).toBe('connecting')
  })

  test('a channel tells who the bot is when nobody waits for it any more', async () => {
    const here = life()
    here.clock.increment(settings.timeoutMs)
    await here.tryAgain()
    await settled(() => here.questions[0]?.resolve({ id: 'late', name: 'Late' }))
    expect([here.row()?.state, here.known]).toEqual(['identifying', []])
  })

  test('a line that opens after the timeout is closed at once', async () => {
    const here = life()
    await here.tells(own)
    here.clock.increment(settings.timeoutMs)
    await here.opens()
    expect([here.row()?.state, here.open(), here.log.at(-1)]).toEqual(['backingOff', 0, 'close iris'])
  })
})

test('a new line waits until the old one is closed: there are never two at once', async () => {
  const closed = Promise.withResolvers<void>()
  const here = await online(life({ scripted: scriptedChannel({ closing: () => closed.promise }) }))
  here.line().down({ reason: 'down', permanent: false })
  await here.tryAgain()
  expect([here.row()?.state, here.log]).toEqual(['connecting', ['who is iris?', 'open iris', 'close iris']])
  await settled(() => closed.resolve())
  await here.opens()
  expect([here.log.at(-1), here.mostAtOnce()]).toEqual(['open iris', 1])
})

test('a line that cannot be closed is not in the way of the next one', async () => {
  const here = await online(life({ scripted: scriptedChannel({ closing: () => Promise.reject(new Error('stuck')) }) }))
  here.line().down({ reason: 'down', permanent: false })
  await here.tryAgain()
  expect(here.log).toEqual(['who is iris?', 'open iris', 'close iris', 'open iris'])
})

const states: Record<string, () => Promise<Life>> = {
  identifying: () => Promise.resolve(life()),
  connecting: async () => {
    const here = life()
    await here.tells(own)
    return here
  },
  online: () => online(),
  reconnecting: async () => {
    const here = await online()
    here.line().reconnecting('a cable is loose')
    return here
  },
  backingOff: async () => {
    const here = await online()
    here.line().down({ reason: 'down', permanent: false })
    return here
  },
  failed: async () => {
    const here = await online()
    here.line().down({ reason: 'down', permanent: true })
    return here
  },
}

describe.each(Object.entries(states))('from %s', (state, reach) => {
  test('a retry closes the line, asks who the bot is, and leads online', async () => {
    const here = await reach()
    expect(here.row()?.state).toBe(state)
    here.connections.retry('iris', 'feishu')
    await settled()
    expect([here.row()?.state, here.open(), here.log.at(-1)]).toEqual([
      'identifying',
      0,
      expect.stringMatching(/^who|^close/),
    ])
    await here.tells(own)
    await here.opens()
    here.line().ready()
    expect([here.row()?.state, here.open(), here.mostAtOnce()]).toEqual(['online', 1, 1])
  })

  test('a stop leaves nothing running: no line, no timer, no try, and nothing more is told', async () => {
    const here = await reach()
    await here.connections.stop()
    await here.asked
    const { told, log } = here
    const before = [told.length, log.filter((each) => !each.startsWith('close')).length]
    for (const { line, opened } of here.lines) {
      opened.resolve()
      line.ready()
      line.down({ reason: 'late', permanent: false })
    }
    for (const question of here.questions) question.resolve(own)
    here.clock.increment(24 * 60 * 60_000)
    await settled()
    expect([told.length, log.filter((each) => !each.startsWith('close')).length]).toEqual(before)
    expect([here.open(), here.connections.retry('iris', 'feishu')]).toEqual([0, false])
  })
})
