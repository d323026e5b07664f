// The bots' lines, each under its chart: what is told of them.
import { describe, expect, test } from 'vitest'
import { ChannelError } from '../../src/channels/channel.ts'
import { botOf, life, online, own, settings } from './connections-life.ts'
import { scriptedChannel, settled } from './scripted-channel.ts'

const down = new ChannelError('unavailable', 'the network is down')
const wrong = new ChannelError('permanent', 'the secret is wrong')

describe('a bot', () => {
  test('is online when the channel told who it is and that its line is ready (R1)', async () => {
    const here = life()
    await here.tells(own)
    await here.asked
    expect(here.row()?.state).toBe('connecting')
    await here.opens()
    here.line().ready()
    expect([here.told, here.known, here.log]).toEqual([
      ['iris: nothing → identifying', 'iris: identifying → connecting', 'iris: connecting → online'],
      ['iris is ou_1 on feishu'],
      ['who is iris?', 'open iris'],
    ])
  })

  test('on a channel without lines is online as soon as it is known', async () => {
    const scripted = scriptedChannel({ name: 'web' })
    delete scripted.channel.connect
    const here = life({ scripted })
    await here.tells(own)
    expect(here.row()?.state).toBe('online')
  })

  test('whose channel cannot say who it is, is tried again after a pause, and the row says when and why (R1)', async () => {
    const here = life()
    await here.refuses(down)
    await here.asked
    const retryAt = here.row()?.retryAt ?? 0
    expect([here.row(), retryAt > 750 && retryAt <= 1_000]).toEqual([
      {
        bot: 'iris',
        channel: 'feishu',
        state: 'backingOff',
        since: 0,
        reason: 'the network is down',
        retryAt,
        failures: 1,
      },
      true,
    ])
    await here.tryAgain()
    expect(here.row()).toEqual({
      bot: 'iris',
      channel: 'feishu',
      state: 'identifying',
      since: retryAt,
      reason: 'the network is down',
      failures: 1,
    })
    await here.tells(own)
    await here.opens()
    here.line().ready()
    expect(here.row()).toEqual({ bot: 'iris', channel: 'feishu', state: 'online', since: retryAt, failures: 1 })
    here.clock.increment(settings.steadyMs)
    expect(here.row()).toEqual({ bot: 'iris', channel: 'feishu', state: 'online', since: retryAt, failures: 0 })
  })

  test('that somebody must change something for has failed and waits; a retry asks again', async () => {
    const here = life()
    await here.refuses(wrong)
    here.clock.increment(24 * 60 * 60_000)
    expect(here.row()).toEqual({
      bot: 'iris',
      channel: 'feishu',
      state: 'failed',
      since: 0,
      reason: 'the secret is wrong',
      failures: 0,
    })
    expect(here.connections.retry('iris', 'feishu')).toBe(true)
    await online(here)
  })

  test('that has failed does not keep another one from going online', async () => {
    const here = life()
    await here.refuses(wrong)
    const other = scriptedChannel({ name: 'other' })
    void here.connections.open(other.channel, botOf('rex'))
    await other.tells({ id: 'ou_2', name: 'Rex' })
    await other.opens()
    other.line().ready()
    expect(here.connections.rows().map(({ bot, state }) => [bot, state])).toEqual([
      ['iris', 'failed'],
      ['rex', 'online'],
    ])
  })

  test('whose line is given up by the client gets a new one after a pause, without being asked for again', async () => {
    const here = await online()
    here.line().down({ reason: 'the tries are used up', permanent: false })
    await settled()
    expect([here.row()?.state, here.row()?.reason, here.open()]).toEqual(['backingOff', 'the tries are used up', 0])
    await here.tryAgain()
    await here.opens()
    here.line().ready()
    expect([here.row()?.state, here.log, here.mostAtOnce()]).toEqual([
      'online',
      ['who is iris?', 'open iris', 'close iris', 'open iris'],
      1,
    ])
  })

  test('whose line reconnects comes back, or gets a new one when that takes too long', async () => {
    const here = await online()
    here.line().reconnecting('a cable is loose')
    expect([here.row()?.state, here.row()?.reason]).toEqual(['reconnecting', 'a cable is loose'])
    here.line().ready()
    expect([here.row()?.state, here.row()?.reason]).toEqual(['online', undefined])
    here.line().reconnecting('a cable is loose')
    here.clock.increment(settings.timeoutMs)
    await settled()
    expect([here.row()?.state, here.row()?.reason, here.open()]).toEqual(['backingOff', 'a cable is loose', 0])
  })

  test('whose line cannot be opened is tried again, or has failed, by what the channel says', async () => {
    const here = life()
    await here.tells(own)
    await here.fails(down)
    expect(here.row()?.state).toBe('backingOff')
    await here.tryAgain()
    await here.fails(wrong)
    expect([here.row()?.state, here.row()?.reason]).toEqual(['failed', 'the secret is wrong'])
  })

  test('is told of in at most 500 characters of what the other side says', async () => {
    const here = life()
    await here.refuses('x'.repeat(10_000))
    expect(here.row()?.reason).toBe('x'.repeat(500))
  })
})

test('there is nothing to retry where there is no line', () => {
  expect(life().connections.retry('iris', 'web')).toBe(false)
})
