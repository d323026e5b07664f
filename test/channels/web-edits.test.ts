// What a bot has said in a room says something else now: the room has it, and who follows is told, at once or later.
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/serve.ts'
import { get, makeReply, makeWeb, signal } from './web-fixture.ts'

async function withLine() {
  const db = new DatabaseSync(':memory:')
  const broken = { is: false }
  const mayWrite = (): void => {
    if (broken.is) throw new Error('the disk is full')
  }
  const web = makeWeb(db, { mayWrite })
  await web.channel.start(web.intake)
  const { message } = await web.channel.post('lobby', { name: 'Dana', text: 'Iris, when?', id: 'm1' })
  const { id } = await web.channel.send(makeReply({ text: 'I look.' }), signal())
  const edit = { group: 'web:lobby', bot: 'iris', message: id, text: 'Half is read.' }
  const edits = (more: object = {}) => web.channel.edit?.({ ...edit, ...more }, signal()) ?? Promise.reject(new Error())
  return { ...web, broken, asked: message.id, id, edits }
}

/** The events of a stream so far, without verdicts. */
async function eventsUntil(url: string, wanted: string, after = '0'): Promise<[string, unknown, unknown][]> {
  const response = await fetch(`${url}/api/rooms/lobby/stream`, { headers: { 'last-event-id': after } })
  let text = ''
  for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += piece
    if (text.includes(wanted)) break
  }
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('event:'))
    .map((event) => {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/m.exec(event) ?? []
      const { id, text: said } = JSON.parse(data) as { id: string; text: string }
      return [name, id, said]
    })
}

test('the message says the other words, once, and whoever follows or comes back is told', async () => {
  const { app, channel, id, edits, taken } = await withLine()
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(server.stop)
  const live = eventsUntil(server.url, 'Half')
  await edits()
  await edits()
  expect(await live).toContainEqual(['edited', id, 'Half is read.'])
  await edits({ text: 'All is read.' })
  const answer = await get(app, '/api/rooms/lobby/messages')
  const { messages } = (await answer.json()) as { messages: { id: string; text: string; seq: number }[] }
  expect(messages.map((each) => [each.id, each.text])).toEqual([
    ['m1', 'Iris, when?'],
    [id, 'All is read.'],
  ])
  // Whoever had all of them before goes on from there.
  expect(await eventsUntil(server.url, 'All', String(messages.at(-1)?.seq))).toEqual([
    ['edited', id, 'Half is read.'],
    ['edited', id, 'All is read.'],
  ])
  // Nobody is handed it as something said.
  expect(taken.flat().map(({ text }) => text)).toEqual(['Iris, when?', 'I look.'])
  expect(channel.list('lobby', { after: 0, limit: 1 }).map((each) => each.id)).toEqual(['m1'])
  await channel.stop()
})

test('a bot has words for its own messages alone', async () => {
  const { asked, channel, edits } = await withLine()
  const refusals = [
    edits({ message: asked }),
    edits({ bot: 'rex' }),
    edits({ group: 'web:den' }),
    edits({ group: 'web:cellar' }),
    edits({ text: '\u200b' }),
  ]
  expect((await Promise.allSettled(refusals)).map((end) => 'reason' in end && end.reason.kind)).toEqual(
    refusals.map(() => 'permanent'),
  )
  expect(channel.list('lobby', { limit: 9 }).map(({ text }) => text)).toEqual(['Iris, when?', 'I look.'])
})

test('what cannot be written is tried again', async () => {
  const { broken, channel, edits } = await withLine()
  broken.is = true
  await expect(edits()).rejects.toMatchObject({ kind: 'unavailable' })
  broken.is = false
  await edits()
  expect(channel.list('lobby', { limit: 9 }).at(-1)?.text).toBe('Half is read.')
})

test('what another worker of a cluster has seen of signs and other words stands in the room here, too, once', async () => {
  const here = await withLine()
  const sign = { kind: 'sign', group: 'web:lobby', bot: 'iris', message: here.asked, emoji: '👀' } as const
  const corrected = { kind: 'corrected', group: 'web:lobby', id: here.id, text: 'Half is read.' } as const
  const changed: string[] = []
  const told = {
    changed: () => changed.push('changed'),
    removed: (id: string) => changed.push(`removed ${id}`),
    close() {},
  }
  here.channel.watch('lobby', told)
  const note = (...notes: Parameters<NonNullable<typeof here.channel.noted>>[0][]): string[] => {
    for (const each of [...notes, ...notes]) here.channel.noted?.(each)
    return here.channel.list('lobby', { limit: 10 }).map(({ sender, type, text }) => `${sender} ${type ?? ''}: ${text}`)
  }
  const asked = 'person:dana : Iris, when?'
  expect(note({ ...sign, isOn: true })).toEqual([asked, 'iris short: I look.', 'iris reaction: 👀'])
  expect(note(corrected)).toEqual([asked, 'iris short: Half is read.', 'iris reaction: 👀'])
  expect(note({ ...sign, isOn: false })).toEqual([asked, 'iris short: Half is read.'])
  expect(changed).toEqual(['changed', 'changed', `removed ${here.asked} 👀 iris`])
  // People's words are theirs, and of other rooms nothing is known here.
  expect(note({ ...corrected, id: here.asked }, { ...sign, isOn: true, group: 'web:cellar' })).toHaveLength(2)
})
