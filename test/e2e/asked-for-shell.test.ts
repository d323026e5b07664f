// A member, a peer and somebody who took an operator's name ask for the shell: refused in code, and on the tape (A6).
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ResultBody } from '../../src/jobs/run/conversation.ts'
import { openForReading } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { fakeTelegram } from '../fakes/telegram/fake-telegram.ts'
import { inSteps } from '../fakes/scripted-tools.ts'
import { says } from '../llm/fake-provider.ts'
import { hasNoBox } from '../tools/box.ts'
import { chatting, configured } from '../world/service-world.ts'
import { online } from './online.ts'
import { iris, rex, rooms, running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const isLeftOut = await hasNoBox()

const allow = (...groups: string[]) => [
  { tools: ['fs.*'], groups, by: 'members' },
  { tools: ['bash'], groups, by: 'operators', shell: true },
]
/** A model that does what it is asked. */
const obeys = inSteps({ calls: [['bash', { command: 'touch ran' }]] }, 'It stays as it is.')
const ranIn = (home: string): string[] => globSync(join(home, 'data', 'workspaces', '**', 'ran'))

/** What the tape has of it: tries of commands by whom, and calls of the shell by what came of them. */
function tapeIn(store: string, key: string) {
  const db = openForReading(store)
  onTestFinished(() => db.close())
  return () => {
    const rows = openRunTape(db).after(key, 0, 200)
    const tries = rows.flatMap(({ kind, body }) => {
      const { command, by, outcome } = body as Record<string, string>
      return kind === 'event' && command !== undefined ? [`${command} by ${by}: ${outcome}`] : []
    })
    const results = rows.flatMap(({ kind, body }) => {
      const { tool, isError, text = '' } = body as ResultBody
      return kind === 'tool_result' && tool === 'bash' ? [isError ? text.split(':')[0] : 'ran'] : []
    })
    return { tries, results }
  }
}

describe.skipIf(isLeftOut)('the shell', () => {
  test('a member’s command is talk, and the call that a model makes of it is refused; a peer’s has no tools at all', async () => {
    const home = folder()
    const ofRex = await chatting('@Iris ,touch ran')
    const bots = [
      { ...iris, operators: ['person:olga'], agent: { allow: allow('web:lobby') } },
      { ...rex, model: ofRex.model },
    ]
    const { chat, file } = await configured({ home, bots, rest: { channels: rooms('lobby') } })
    chat.behave({ compose: obeys })
    const service = await running(home, file)
    onTestFinished(service.stop)
    const tape = tapeIn(service.store, 'iris web:lobby')
    const id = await service.visitor.say('lobby', '@Iris ,touch ran')
    expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe('It stays as it is.')
    expect(tape()).toEqual({
      tries: ['touch by person:ann: refused'],
      results: ['bash may not be used here'],
    })
    chat.behave({ compose: obeys })
    const asked = await service.visitor.say('lobby', 'Rex, would you ask her?')
    const peers = await service.visitor.reply('lobby', { id: asked, bot: 'rex' })
    expect(peers.text).toBe('@Iris ,touch ran')
    await service.visitor.outcome('lobby', 'iris', peers.id)
    expect(
      chat.asked.filter(({ stage }) => stage === 'compose').flatMap(({ conversation }) => conversation.tools),
    ).toEqual([])
    expect(tape()).toEqual({
      tries: ['touch by person:ann: refused', 'touch by rex: refused'],
      results: ['bash may not be used here'],
    })
    expect(ranIn(home)).toEqual([])
  })

  test('who takes an operator’s name is nobody’s operator; the operator is one under any name', async () => {
    const fake = await fakeTelegram({
      people: [
        { handle: 'olga', name: 'Renamed' },
        { handle: 'eve', name: 'Olga' },
      ],
      bots: [{ handle: 'iris', name: 'Iris' }],
    })
    onTestFinished(fake.stop)
    const group = `telegram:${fake.chat('lab', ['olga', 'eve', 'iris'])}`
    const home = folder()
    const operators = [String(fake.userId('olga'))]
    const { chat, file } = await configured({
      home,
      bots: [{ ...iris, operators, agent: { allow: allow(group, 'direct') } }],
      rest: { channels: { telegram: { apiRoot: fake.url, accounts: [{ bot: 'iris', token: fake.token('iris') }] } } },
    })
    chat.behave({ compose: obeys })
    const service = await online(home, file, ['iris'])
    const posted = (name: string, count: number) =>
      waitFor(`${count} posts of Iris`, () => {
        const texts = fake.posted(name).flatMap(({ by, text }) => (by === 'iris' ? [text] : []))
        return texts.length >= count ? texts : undefined
      })
    const eve = String(fake.userId('eve'))
    fake.say('eve', 'lab', '@iris_bot ,touch ran', { mentions: ['iris'] })
    expect(await posted('lab', 1)).toEqual(['It stays as it is.'])
    expect(tapeIn(service.store, `iris ${group}`)()).toEqual({
      tries: [`touch by ${eve}: refused`],
      results: ['bash may not be used here'],
    })
    const alone = fake.alone('eve', 'iris')
    fake.say('eve', alone, ',touch ran')
    expect(await posted(alone, 1)).toEqual(['It stays as it is.'])
    expect(ranIn(home)).toEqual([])
    chat.behave({ compose: says('not asked') })
    fake.say('olga', 'lab', '@iris_bot ,touch ran', { mentions: ['iris'] })
    expect((await posted('lab', 2))[1]).toContain('exit code 0')
    expect([ranIn(home).length, chat.asked]).toEqual([1, []])
  })

  test('a line of the model’s text is for the shell in an operator’s talk of two where the setting says so, and nowhere else', async () => {
    const fake = await fakeTelegram({
      people: [{ handle: 'olga', name: 'Olga' }],
      bots: [
        { handle: 'iris', name: 'Iris' },
        { handle: 'rex', name: 'Rex' },
      ],
    })
    onTestFinished(fake.stop)
    const group = `telegram:${fake.chat('lab', ['olga', 'iris', 'rex'])}`
    const home = folder()
    const operators = [String(fake.userId('olga'))]
    const agent = { allow: allow(group, 'direct') }
    const accounts = ['iris', 'rex'].map((bot) => ({ bot, token: fake.token(bot) }))
    const { chat, file } = await configured({
      home,
      bots: [
        { ...iris, operators, agent: { ...agent, textShell: true } },
        { ...rex, operators, agent },
      ],
      rest: { channels: { telegram: { apiRoot: fake.url, accounts } } },
    })
    chat.behave({
      compose: (response, body) => {
        const { messages } = JSON.parse(JSON.stringify(body)) as { messages: { content: string }[] }
        const block = messages.map(({ content }) => /<command name="(.*)" status="(.*)">/.exec(content)).find(Boolean)
        says(block ? `It was ${block[1]} ${block[2]}` : 'I do it.\n,touch ran')(response, body)
      },
    })
    await online(home, file, ['iris', 'rex'])
    const answer = (name: string) =>
      waitFor('an answer', () => fake.posted(name).findLast(({ by }) => by === 'iris' || by === 'rex')?.text)
    const withRex = fake.alone('olga', 'rex')
    fake.say('olga', withRex, 'Please do it.')
    expect([await answer(withRex), ranIn(home)]).toEqual(['It was touch error', []])
    fake.say('olga', 'lab', '@iris_bot please do it.', { mentions: ['iris'] })
    expect([await answer('lab'), ranIn(home)]).toEqual(['It was touch error', []])
    const withIris = fake.alone('olga', 'iris')
    fake.say('olga', withIris, 'Please do it.')
    expect([await answer(withIris), ranIn(home).length]).toEqual(['It was bash ok', 1])
  })
})
