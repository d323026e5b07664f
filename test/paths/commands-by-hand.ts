// Commands of operators, whose chart stands beside all others: no walk needs to meet them at every moment (A4).
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import type { Hosted } from '../../src/host/host.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'

const failing = (kind: string) => ({ error: { kind, message: 'x' } })

export const commandsByHand = (hosted: Partial<Hosted>): void => {
  const begun = (): LocalLife => localLife({ db: openDatabase(':memory:'), hosted })
  const gives = (life: LocalLife, id: string): void => {
    const message = { id, ts: 0, kind: 'person', sender: 'olga', mentioned: true, tokens: 10 }
    life.host.commit([
      { key: 'g', dedupe: id, event: { type: 'command.received', message, command: { name: 'help' } } },
    ])
  }

  describe('a command of an operator', () => {
    test('is answered, and again while the channel is away', async () => {
      const life = begun()
      gives(life, 'a')
      expect(life.state()).toMatchObject({ commands: 'running', turn: 'idle', intake: 'idle' })
      await life.settle({ output: { text: 'x' } })
      await life.settle(failing('unavailable'))
      expect(life.state()).toMatchObject({ commands: 'backingOff' })
      life.clock.advance(120_000)
      expect(life.state()).toMatchObject({ commands: 'answering' })
      await life.settle({ output: { id: 'sent' } })
      expect(life.state()).toMatchObject({ commands: 'idle' })
      expect(life.story('control').map((line) => line.replace(/^\d+ /, ''))).toEqual([
        'control command',
        'control answered',
      ])
    })

    test('is answered with what kept it from an answer, and given up with the channel', async () => {
      const life = begun()
      gives(life, 'a')
      await life.settle(failing('interrupted'))
      await life.settle(failing('permanent'))
      gives(life, 'b')
      life.clock.advance(36_000)
      expect(life.state()).toMatchObject({ commands: 'answering' })
      life.clock.advance(400_000)
      expect(life.state()).toMatchObject({ commands: 'idle' })
      const told = life.at('control').map(({ outcome, why }) => `${outcome} ${why}`)
      expect(told).toEqual(['command commandTaken', 'failed channelRefused', 'command commandTaken', 'failed timeout'])
    })

    test('is not taken while eight of them wait', () => {
      const life = begun()
      for (let n = 0; n < 9; n += 1) gives(life, `m${n}`)
      expect(life.at('control').at(-1)).toMatchObject({ outcome: 'command', why: 'commandsFull' })
    })

    test('of somebody who is none is talk', () => {
      const life = begun()
      life.say({ id: 'a', mentioned: true, triesCommand: 'mute' })
      expect(life.state()).toMatchObject({ commands: 'idle', control: 'free', turn: { dispatching: 'composing' } })
      expect(life.at('control')).toMatchObject([{ outcome: 'refused', why: 'commandRefused', messages: ['a'] }])
    })
  })
}
