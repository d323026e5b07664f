// Rows of the schedule that are due, whose turns pass every gate: no walk needs to meet them at every moment (A13).
import { describe, expect, test } from 'vitest'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { MessageRef, Verdict } from '../../machines/group/types.ts'
import type { Hosted } from '../../src/host/host.ts'
import { openDatabase } from '../../src/store/database.ts'
import { inputWith } from '../fakes/group-life.ts'
import { type LocalLife, localLife } from '../host/local-life.ts'

const composed = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }

const told = (verdicts: readonly Verdict[]): string[] =>
  verdicts.map(({ gate, outcome, why }) => `${gate} ${outcome}: ${why}`)

export const scheduleByHand = (hosted: Partial<Hosted>): void => {
  const begun = (input: GroupInput = inputWith()): LocalLife =>
    localLife({ db: openDatabase(':memory:'), hosted, input })
  const due = (life: LocalLife, row: string, text?: string): void => {
    const at = life.clock.now()
    const message: MessageRef = {
      id: `schedule:${row}@${at}`,
      ts: at,
      kind: 'person',
      sender: 'ann',
      mentioned: true,
      how: 'mention',
      scheduled: true,
      tokens: 5,
    }
    life.host.commit([{ key: 'g', event: { type: 'schedule.due', row, message, ...(text !== undefined && { text }) } }])
  }
  const posted = ({ calls }: LocalLife) => calls.filter(({ src }) => src === 'deliver').map(({ input }) => input)
  const sent = { output: { id: 'sent' } }

  describe('a reminder that is due', () => {
    test('is posted as it stands, without a model and as a reply to nothing', async () => {
      const life = begun()
      due(life, 'a', 'Standup!')
      expect(posted(life)).toMatchObject([{ text: 'Standup!', replyTo: '', type: 'short', turn: 1 }])
      await life.settle(sent)
      expect(told(life.verdicts)).toEqual([
        'dispatch start: scheduled',
        'send sent: delivered',
        'dispatch end: replied',
      ])
      expect(life.context()).toMatchObject({ budget: { sends: [life.clock.now()] }, scheduled: undefined })
    })

    test('is no word of a person: it does not lift the brake on talk among bots, and nobody is gone on with (X3)', async () => {
      const life = begun()
      life.say({ id: 'p', kind: 'peer', sender: 'rex' })
      const { botMessages } = life.context()['room'] as { botMessages: number }
      due(life, 'a', 'Standup!')
      await life.settle(sent)
      expect(botMessages).toBe(1)
      expect(life.context()['room']).toMatchObject({ botMessages: 1, ownReplies: 1 })
      expect((life.context()['room'] as { answered?: unknown }).answered).toBe(undefined)
    })

    test.each(['mute', 'pause'])('is not posted where an operator said %s', (what) => {
      const life = begun()
      life.host.commit([{ key: 'g', event: { type: `operator.${what}` } }])
      due(life, 'a', 'Standup!')
      expect(posted(life)).toEqual([])
      expect(told(life.verdicts).slice(-2)).toEqual(['control skip: operatorSilenced', 'dispatch end: silent'])
    })

    test('waits for a spent budget by itself: nothing that was asked meanwhile is answered with it', async () => {
      const shortWindow = { durationMs: 60_000, maxMessages: 1, maxTokens: 12_000 }
      const life = begun(inputWith({ limits: { shortWindow } }, { canReact: true }))
      due(life, 'a', 'One')
      await life.settle(sent)
      life.clock.advance(5_000)
      due(life, 'b', 'Two')
      expect(life.state()).toMatchObject({ turn: { awaitingBudget: 'held' } })
      life.say({ id: 'q', sender: 'bo', mentioned: true })
      expect(life.calls.map(({ src, input }) => [src, (input as { messages: string[] }).messages])).toEqual([
        ['sign', ['q']],
      ])
      await life.settle({ output: {} })
      life.clock.advance(61_000)
      expect(posted(life)).toMatchObject([{ text: 'Two', replyTo: '' }])
      expect(life.context()).toMatchObject({
        turn: { batch: [{ scheduled: true }] },
        queue: { pending: [{ id: 'q' }] },
      })
    })

    test('that waits still when it is due again is done once, and another one after it', async () => {
      const life = begun()
      life.say({ id: 'q', mentioned: true })
      due(life, 'a', 'Old words')
      due(life, 'b', 'Tea')
      due(life, 'a', 'Standup!')
      expect(life.at('dispatch', 'drop')).toMatchObject([
        { why: 'scheduledAgain', messages: [expect.stringMatching(/^schedule:a@/)] },
      ])
      await life.settle({ output: composed })
      life.clock.advance(8_000)
      const texts: unknown[] = []
      for (let n = 0; n < 3; n += 1) {
        texts.push(...posted(life).map((input) => (input as { text: string }).text))
        // oxlint-disable-next-line no-await-in-loop -- one turn after the other
        await life.settle(sent)
        life.clock.advance(life.clock.now() + 3_000)
      }
      expect(texts).toEqual(['One.', 'Tea', 'Standup!'])
    })

    test('that comes right after a turn waits for the minimum interval (B4), and what was asked waits behind it', async () => {
      const life = begun()
      due(life, 'a', 'One')
      await life.settle(sent)
      due(life, 'b', 'Two')
      expect(life.state()).toMatchObject({ turn: { cooling: 'holding' } })
      life.clock.advance(3_000)
      expect(posted(life)).toMatchObject([{ text: 'Two' }])
    })

    test('ends a wait for talk that nobody addressed to the bot', async () => {
      const life = begun()
      life.say({ id: 'x', relevance: 0 })
      life.clock.advance(3_000)
      expect(life.state()).toMatchObject({ turn: 'deferring' })
      due(life, 'a', 'One')
      expect(posted(life)).toMatchObject([{ text: 'One' }])
    })
  })

  describe('a task that is due', () => {
    test('is asked of the bot, with nobody’s words beside it', async () => {
      const life = begun()
      due(life, 'a')
      const [call] = life.calls
      expect(call).toMatchObject({ src: 'compose', input: { batch: [expect.stringMatching(/^schedule:a@/)] } })
      await life.settle({ output: composed })
      life.clock.advance(8_000)
      expect(posted(life)).toMatchObject([{ text: 'One.', replyTo: '' }])
    })

    test('leads to nothing where the model is silent, or says again what it said (quiet)', async () => {
      const life = begun()
      due(life, 'a')
      await life.settle({ output: { ...composed, silent: true } })
      life.clock.advance(60_000)
      due(life, 'a')
      await life.settle({ output: { ...composed, similarity: 1 } })
      expect(told(life.at('compose'))).toEqual(['compose skip: modelSilent', 'compose skip: repeated'])
      expect(posted(life)).toEqual([])
    })

    test('gets no sign where the person has had their share of the day', async () => {
      const life = begun(inputWith({}, { limitsPersons: true, canReact: true }))
      due(life, 'a')
      const numbers = { person: 'web:ann' }
      await life.settle({ error: { kind: 'ceiling', why: 'personLimit', message: '', numbers } })
      expect(life.calls).toEqual([])
      expect(life.state()).toMatchObject({ turn: { cooling: 'resting' } })
    })
  })
}
