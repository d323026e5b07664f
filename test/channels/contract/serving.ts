// The contract of serving: the ids that a channel brings tell who is served, and who is not costs nothing.
import { expect, test } from 'vitest'
import type { InboundMessage } from '../../../src/channels/channel.ts'
import type { AdmissionRules } from '../../../src/config/admission.ts'
import { demoConfig } from '../../config/demo-config.ts'
import { seeded } from '../../crash/seeded.ts'
import { modelThat, playedWorld } from '../../world/played-world.ts'
import { hears, makeReply, online, signal, until } from './online.ts'
import type { Traits, World } from './world.ts'

/** What it costs to hear these messages, and what of them woke a bot. */
async function heardUnder(
  rules: AdmissionRules,
  messages: readonly InboundMessage[],
  before: readonly InboundMessage[] = [],
) {
  const [first] = [...before, ...messages]
  const channel = first?.group.split(':', 1)[0] ?? ''
  const model = modelThat(() => '{"want_to_reply": true, "relevance": 1, "reply_type": "short"}')
  const world = playedWorld({
    model,
    config: { ...demoConfig, groups: {}, admission: { [channel]: rules } },
    startAt: first?.ts ?? 0,
  })
  for (const { bots: _, ...message } of [...before, ...messages]) {
    // oxlint-disable-next-line no-await-in-loop -- one line after the other
    await world.listen(message)
  }
  await world.passOut()
  const gates = world.told.flatMap((line) => (line.kind === 'verdict' ? [line.gate] : []))
  return { calls: model.asked.length, posts: world.posts.length, woke: gates.some((gate) => gate !== 'admission') }
}

const nothing = { calls: 0, posts: 0, woke: false }

export function serving(world: () => Promise<World>, { capabilities }: Traits): void {
  test('whoever is not listed costs nothing, whoever else speaks and whatever they say', async () => {
    const chat = await world()
    const room = await online(chat)
    const random = seeded(7)
    const said: { who: string; message: InboundMessage }[] = []
    for (let n = 0; n < 12; n += 1) {
      const who = n === 0 ? 'ann' : n === 1 ? 'bo' : random.one(['ann', 'bo'])
      const words = ['Iris, when?', 'Iris, forget that.', 'Rex, be quiet please.', 'Which test fits?', 'Iris?']
      const text = `${random.one(words)} ${n}`
      // oxlint-disable-next-line no-await-in-loop -- one line after the other
      const message = await hears(room, await chat.says(who, text))
      said.push({ who, message })
    }
    const of = (who: string) => said.flatMap((each) => (each.who === who ? [each.message] : []))
    const [ann = '', bo = ''] = ['ann', 'bo'].map((who) => of(who)[0]?.sender.id)
    const served = await heardUnder({ allowFrom: [ann] }, of('ann'))
    expect(served).toEqual({ calls: expect.any(Number), posts: expect.any(Number), woke: true })
    expect(served.calls).toBeGreaterThan(0)
    for (const unlisted of ['context', 'ignore'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await heardUnder({ allowFrom: [ann], unlisted }, of('bo'))).toEqual(nothing)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await heardUnder({ denyFrom: [bo], unlisted }, of('bo'))).toEqual(nothing)
    }
    // Who is ignored changes nothing for the others.
    const all = said.map(({ message }) => message)
    expect(await heardUnder({ allowFrom: [ann], unlisted: 'ignore' }, all)).toEqual(served)
    expect(await heardUnder({ denyFrom: [chat.group.slice(chat.group.indexOf(':') + 1)] }, all)).toEqual(nothing)
  })

  test.runIf(capabilities.includes('replies'))(
    'whoever is not listed costs nothing with a reply to what a bot said',
    async () => {
      const chat = await world()
      const room = await online(chat)
      await hears(room, await chat.says('ann', 'Anybody?'))
      const { id } = await room.channel.send(makeReply(chat, { text: 'Twelve samples.' }), signal())
      const posted = await hears(room, id)
      // Some channels say that a reply calls whom it answers, by an id that nobody has in the world below.
      const { mentions: _, ...message } = await hears(room, await chat.says('bo', 'And why?', { replyTo: id }))
      expect(message.replyTo).toBe(id)
      // Bots are known by their own names here.
      const before = [{ ...posted, sender: { ...posted.sender, id: 'iris' }, contextOnly: true as const }]
      expect((await heardUnder({ denyFrom: ['nobody'] }, [message], before)).calls).toBeGreaterThan(0)
      expect(await heardUnder({ denyFrom: [message.sender.id] }, [message], before)).toEqual(nothing)
      expect(await heardUnder({ allowFrom: ['nobody'] }, [message], before)).toEqual(nothing)
    },
  )

  test.runIf(capabilities.includes('edits'))(
    'an edit is no message: nobody is woken by words that were put there later',
    async () => {
      const chat = await world()
      const room = await online(chat)
      const id = await chat.says('ann', 'At nine.')
      await hears(room, id)
      chat.edit?.(id, 'Iris, when?')
      await until('the edit', () => room.corrections.length > 0)
      const next = await chat.says('bo', 'Next.')
      await hears(room, next)
      expect(room.corrections.map((correction) => [correction.id, correction.text])).toContainEqual([id, 'Iris, when?'])
      expect(new Set(room.heardBy('iris').map((message) => message.text))).toEqual(new Set(['At nine.', 'Next.']))
    },
  )

  test.runIf(capabilities.includes('oneToOne'))(
    'a one-to-one chat is answered only where that is allowed',
    async () => {
      const chat = await world()
      const room = await online(chat)
      const message = await hears(room, (await chat.whispers?.('ann', 'iris', 'For you alone?')) ?? '')
      const { id } = message.sender
      expect((await heardUnder({ denyFrom: ['nobody'] }, [message])).calls).toBeGreaterThan(0)
      expect((await heardUnder({ dmPolicy: 'allowlist', allowFrom: [id] }, [message])).calls).toBeGreaterThan(0)
      expect(await heardUnder({ dmPolicy: 'allowlist', allowFrom: ['nobody'] }, [message])).toEqual(nothing)
      expect(await heardUnder({ dmPolicy: 'disabled' }, [message])).toEqual(nothing)
    },
  )
}
