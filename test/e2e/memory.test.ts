// What a bot remembers beyond its prompts' talk, through the whole service: found again, noted, and forgotten for good.
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import { onTestFinished, expect, test, vi } from 'vitest'
import { iris, rooms, running, tempFolders, quick } from './running.ts'

const folder = tempFolders()

interface Call {
  system: string
  user: string
}

/** Answers every call by `answer`, and keeps what was asked. */
async function scriptedModel(answer: (call: Call) => string) {
  const calls: Call[] = []
  const app = new Hono()
  app.post('/v1/chat/completions', async (c) => {
    const { messages } = await c.req.json<{ messages: { role: string; content: string }[] }>()
    const of = (role: string) => messages.find((message) => message.role === role)?.content ?? ''
    const call = { system: of('system'), user: of('user') }
    calls.push(call)
    const content = answer(call)
    const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
    return c.json({
      model: 'scripted',
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage,
    })
  })
  const server: ServerType = createAdaptorServer(app)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  return { calls, baseUrl: `http://127.0.0.1:${port}/v1` }
}

/** A note as a model would write it: what it had, and what is new. */
const noted = (user: string): string =>
  [/60 more/.test(user) ? 'Iris said that 60 more per arm are needed' : '', 'Ben brings the cake on Friday'].join('\n')

const isNoteCall = ({ system }: Call): boolean => system.startsWith('You keep the notes of ')

test(
  '"yesterday you said 60" 200 messages later; "forget that" holds, after a restart too; another room never learns it',
  { timeout: 60_000 },
  async () => {
    let replies = 0
    const model = await scriptedModel((call) => {
      if (isNoteCall(call)) return noted(call.user)
      if (call.system.includes('want_to_reply') || call.user.includes('want_to_reply'))
        return '{"want_to_reply":false,"relevance":0.1}'
      replies += 1
      return replies === 1 ? 'About 60 more per arm, from 80 % power at d = 0.5.' : `Answer number ${replies}.`
    })
    const file = {
      bots: [iris],
      model: { provider: 'vllm', baseUrl: model.baseUrl, name: 'scripted' },
      channels: rooms('lab', 'hall'),
      groupSocial: { ...quick, memory: { renewAfter: 30 } },
    }
    const place = folder()
    const first = await running(place, file)
    const ask = async (service: typeof first, room: string, text: string): Promise<string> => {
      const before = model.calls.length
      const id = await service.visitor.say(room, text)
      const isAnswer = (call: Call): boolean =>
        !isNoteCall(call) &&
        call.user.includes(text.replace('@Iris ', '')) &&
        call.user.includes('Write your next message')
      await vi.waitFor(() => expect(model.calls.slice(before).some(isAnswer)).toBe(true), { timeout: 10_000 })
      await service.visitor.reply(room, { id, bot: 'iris' })
      return model.calls.slice(before).find(isAnswer)?.user ?? ''
    }
    await ask(first, 'lab', '@Iris how many people do we need per arm for the trial?')
    for (let i = 0; i < 200; i += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await first.visitor.say('lab', `small talk about the weather, part ${i}`, { name: `Guest ${i % 5}` })
    }
    await vi.waitFor(() => expect(model.calls.some(isNoteCall)).toBe(true), { timeout: 10_000 })
    const question = '@Iris you said 60: how did you get that?'
    const asked = await ask(first, 'lab', question)
    const elsewhere = await ask(first, 'hall', question)
    const order = await ask(first, 'lab', '@Iris please forget that')
    await first.stop()
    const second = await running(place, file)
    onTestFinished(() => second.stop())
    const after = await ask(second, 'lab', '@Iris once more: what did you say about people per arm?')

    expect(asked).toContain('About 60 more per arm, from 80 % power')
    expect(elsewhere).not.toContain('per arm')
    expect([order.includes('power'), order.includes('You were told to forget, and it is done')]).toEqual([false, true])
    expect(after).not.toMatch(/60 more|power|d = 0/)
    const notes = model.calls.flatMap(({ system }) => system.split('Noted of this room (data):\n')[1] ?? [])
    expect(notes[0]).toContain('60 more per arm')
    expect(notes.at(-1)).toBe('- Ben brings the cake on Friday')
  },
)
