// Commands of operators in a real service: answered at once and once, on the tape, and for nobody else (A4).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openForReading } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { says } from '../llm/fake-provider.ts'
import { configured } from '../world/service-world.ts'
import { iris, rooms, running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const olga = { name: 'Olga' }

async function commanded(allow: object[] = [{ tools: ['fs.*'], groups: ['web:lobby'], by: 'members' }]) {
  const bot = { ...iris, operators: ['person:olga'], agent: { allow } }
  const { home, chat, file } = await configured({ home: folder(), bots: [bot], rest: { channels: rooms('lobby') } })
  chat.behave({ compose: says('Seven samples.') })
  const service = await running(home, file)
  onTestFinished(service.stop)
  const asks = async (text: string): Promise<string> => {
    const id = await service.visitor.say('lobby', text, olga)
    return (await service.visitor.reply('lobby', { id, bot: 'iris' })).text
  }
  return { home, chat, service, asks }
}

interface Line {
  kind: string
  body: Record<string, unknown>
}

/** Events on the tape, as its file has them. */
const events = (home: string, least: number): Promise<Record<string, unknown>[]> =>
  waitFor('the tape as a file', () => {
    const tapes = join(home, 'data', 'tapes')
    const [file] = existsSync(tapes) ? readdirSync(tapes) : []
    const lines = file === undefined ? [] : readFileSync(join(tapes, file), 'utf8').trim().split('\n')
    const found = lines.map((line) => JSON.parse(line) as Line).filter(({ kind }) => kind === 'event')
    return found.length >= least ? found.map(({ body }) => body) : undefined
  })

test('an operator is answered without a turn and without a model, and every command is on the tape', async () => {
  const { home, chat, service, asks } = await commanded()
  expect((await asks('@Iris ,help')).split('\n')).toContain(',tape.search WORDS – looks words up on that tape')
  expect((await asks('Iris ,tools')).split('\n').slice(0, 3)).toEqual([
    'fs.read – only reads',
    'fs.list – only reads',
    'fs.write – may change something',
  ])
  expect(await asks('@Iris ,tool.describe fs.list')).toContain('"path"')
  expect(await asks('@Iris ,tool.describe bash')).toBe(
    '<command name="tool.describe" status="error">\nthere is no tool bash for you here: ,tools lists them\n</command>',
  )
  expect(await asks('@Iris ,rm -rf /')).toBe(
    '<command name="rm" status="error">\nthere is no command ,rm: ,help lists them\n</command>',
  )
  expect(await asks('@Iris ,tape.search describe')).toContain('tool.describe')
  expect(await asks('@Iris ,tape.info')).toMatch(/^\d+ entries, 0 anchors/)
  expect(await asks('@Iris ,facts')).toBe('No fact is noted here.')
  expect(await asks('@Iris ,stop')).toBe('Nothing was under way.')
  expect(chat.asked).toEqual([])
  const verdicts = await service.visitor.verdicts('lobby')
  expect(verdicts.filter(({ turn }) => turn !== null)).toEqual([])
  const told = (await events(home, 11)).map(({ command, outcome }) => `${String(command)} ${String(outcome)}`)
  expect(told).toEqual([
    'help taken',
    'tools taken',
    'tool.describe taken',
    'tool.describe taken',
    'tool.describe error',
    'rm taken',
    'rm error',
    'tape.search taken',
    'tape.info taken',
    'facts taken',
    'stop taken',
  ])
})

test('a handoff is an anchor in force at once, and no model is asked for it', async () => {
  const { chat, service, asks } = await commanded()
  expect(await asks('@Iris ,tape.handoff samples')).toBe(
    '<command name="tape.handoff" status="error">\nit is written ,tape.handoff NAME SUMMARY\n</command>',
  )
  const text = '@Iris ,tape.handoff samples Seven were taken.\nTwo are left.'
  expect(await asks(text)).toBe('Handed off: later work here begins at samples.')
  const message = (await service.visitor.messages('lobby')).find((each) => each.text === text)?.id
  const db = openForReading(service.store)
  onTestFinished(() => db.close())
  const { anchor, entries } = openRunTape(db).context('iris web:lobby', 10_000)
  expect([anchor?.run, anchor?.state, anchor?.body]).toEqual([
    `command ${message}`,
    'merged',
    { name: 'samples', summary: 'Seven were taken.\nTwo are left.', talkUntil: message, messages: [message] },
  ])
  expect(entries).toEqual([])
  expect(await asks('@Iris ,tape.anchors')).toContain('Seven were taken.')
  expect(await asks('@Iris ,tape.info')).toMatch(/^\d+ entries, 1 anchors/)
  expect(chat.asked).toEqual([])
})

test('a tape is emptied and a copy kept beside the store; never without one', async () => {
  const { home, service, asks } = await commanded()
  await asks('@Iris ,tape.handoff samples Seven were taken.')
  expect(await asks('@Iris ,tape.reset')).toContain('it is written ,tape.reset archive')
  expect(await asks('@Iris ,tape.reset archive')).toBe('The tape is empty; a copy is kept beside the store.')
  const db = openForReading(service.store)
  onTestFinished(() => db.close())
  const left = openRunTape(db).after('iris web:lobby', 0, 100)
  expect(left.map(({ body }) => (body as { name: string }).name)).toEqual(['tape.reset'])
  expect(await asks('@Iris ,tape.anchors')).toBe('There is no anchor yet.')
  const archive = join(home, 'data', 'tapes', 'archive')
  const [copy = '', ...others] = readdirSync(archive)
  expect([others, readFileSync(join(archive, copy), 'utf8').includes('Seven were taken.')]).toEqual([[], true])
})

test('it mutes and unmutes the bot, sets its policy, and says why it spoke', async () => {
  const { service, asks } = await commanded()
  const id = await service.visitor.say('lobby', 'Iris, how many samples do we take?')
  await service.visitor.reply('lobby', { id, bot: 'iris' })
  expect(await asks(`@Iris ,why ${id}`)).toMatch(/^Iris answered Ann's “Iris, how many samples do we take\?” after /)
  expect(await asks('@Iris ,why nothing')).toContain('status="error"')
  expect(await asks('@Iris ,mute')).toBe('I am silent here until ,unmute.')
  const muted = await service.visitor.say('lobby', 'Iris, are you there?')
  await service.visitor.outcome('lobby', 'iris', muted)
  expect(await asks('@Iris ,unmute')).toBe('I am back.')
  expect(await asks('@Iris ,policy open')).toBe('Policy here: open.')
  expect(await asks('@Iris ,policy')).toContain('it is written ,policy mention | auto | open | default')
  const again = await service.visitor.say('lobby', 'Iris, are you there now?')
  await service.visitor.reply('lobby', { id: again, bot: 'iris' })
  expect((await service.visitor.replies('lobby')).filter(({ replyTo }) => replyTo === muted)).toEqual([])
})

test('who is no operator gets an ordinary turn, and what they tried is on the tape', async () => {
  const { home, chat, service } = await commanded()
  const id = await service.visitor.say('lobby', '@Iris ,mute')
  expect((await service.visitor.reply('lobby', { id, bot: 'iris' })).text).toBe('Seven samples.')
  expect(chat.asked.length).toBeGreaterThan(0)
  expect(await events(home, 1)).toEqual([
    { name: 'command', command: 'mute', by: 'person:ann', outcome: 'refused', messages: [id] },
  ])
  const after = await service.visitor.say('lobby', 'Iris, are you muted?')
  await service.visitor.reply('lobby', { id: after, bot: 'iris' })
})

test('in a room that speaks Chinese it answers in Chinese', async () => {
  const { service, asks } = await commanded()
  const id = await service.visitor.say('lobby', 'Iris，我们一共采了多少个样本？')
  await service.visitor.reply('lobby', { id, bot: 'iris' })
  expect(await asks('@Iris ,mute')).toBe('我在这里静默，直到 ,unmute。')
})
