// Things to be said and done later, in a real service: by commands, a bot's tools, the configuration, and what a bot left to itself (A13).
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { workspaceOf } from '../../src/tools/workspace.ts'
import { inSteps } from '../fakes/scripted-tools.ts'
import { says } from '../llm/fake-provider.ts'
import { configured } from '../world/service-world.ts'
import { iris, rooms, running, runningIn, tempFolders, writeConfig } from './running.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()
const olga = { name: 'Olga' }
const place = { bot: 'iris', group: 'web:lobby', oneToOne: false }

async function scheduling(over: object = {}, home = folder()) {
  const allow = [{ tools: ['schedule.*'], groups: ['web:lobby'], by: 'members' }]
  const bot = { ...iris, operators: ['person:olga'], agent: { allow }, ...over }
  const { chat, file } = await configured({ home, bots: [bot], rest: { channels: rooms('lobby') } })
  chat.behave({ compose: says('Looked after it.') })
  return { home, chat, file }
}

async function served(over: object = {}) {
  const made = await scheduling(over)
  const service = await running(made.home, made.file)
  onTestFinished(service.stop)
  const { visitor } = service
  const asks = async (text: string): Promise<string> => {
    const id = await visitor.say('lobby', text, olga)
    return (await visitor.reply('lobby', { id, bot: 'iris' })).text
  }
  /** The bot posts it, as a reply to nothing. */
  const posted = (text: string) =>
    waitFor(`the post “${text}”`, async () => (await visitor.replies('lobby')).find((each) => each.text === text))
  return { ...made, service, visitor, asks, posted }
}

test('an operator has something said later, sees it in the list, and removes what is not wanted', async () => {
  const { asks, posted, chat, visitor } = await served()
  expect(await asks('@Iris ,schedule.list')).toBe('Nothing is to be done later here.')
  const added = await asks('@Iris ,schedule.add 0 9 * * 1-5 Europe/Berlin | task: what is new?')
  const [, id = ''] = /^Scheduled as ([0-9a-f]{8}): next \d{4}-\d\d-\d\d 09:00 Europe\/Berlin\.$/.exec(added) ?? []
  expect(await asks('@Iris ,schedule.list')).toMatch(
    new RegExp(`^${id} task · 0 9 \\* \\* 1-5 Europe/Berlin · next .* · what is new\\?$`),
  )
  expect(await asks(`@Iris ,schedule.remove ${id}`)).toBe(`Removed ${id}: what is new?`)
  expect(await asks('@Iris ,schedule.add 61 * * * * | x')).toContain('(Invalid value for minute: 61): write "in 20m"')
  expect(await asks('@Iris ,schedule.add in 20m')).toContain('it is written ,schedule.add WHEN | TEXT')
  await asks('@Iris ,schedule.add in 1s | Tea is ready.')
  expect((await posted('Tea is ready.')).replyTo ?? '').toBe('')
  expect(chat.asked).toEqual([])
  expect((await visitor.verdicts('lobby')).filter(({ why }) => why === 'scheduled')).toHaveLength(1)
})

test('who is no operator schedules nothing by command', async () => {
  const { visitor, asks } = await served()
  const id = await visitor.say('lobby', '@Iris ,schedule.add in 20m | Mine')
  await visitor.reply('lobby', { id, bot: 'iris' })
  expect(await asks('@Iris ,schedule.list')).toBe('Nothing is to be done later here.')
})

test('a bot that is asked for it makes a row by its tool', async () => {
  const { chat, visitor, asks } = await served()
  const args = { when: 'in 20m', kind: 'reminder', text: 'Call the lab.' }
  chat.behave({ compose: inSteps({ calls: [['schedule_add', args]] }, 'I will.') })
  const id = await visitor.say('lobby', 'Iris, remind us in 20 minutes to call the lab')
  await visitor.reply('lobby', { id, bot: 'iris' })
  expect(await asks('@Iris ,schedule.list')).toMatch(/^[0-9a-f]{8} reminder · .* · Call the lab\.$/)
})

test('a task of the start is asked of the bot at each start, and what stands in the talk says what it is', async () => {
  const { chat, posted, visitor } = await served({ startup: [{ group: 'web:lobby', text: 'say what is open' }] })
  expect((await posted('Looked after it.')).replyTo ?? '').toBe('')
  expect(chat.asked.at(-1)?.user).toContain('⏰ say what is open')
  expect((await visitor.messages('lobby')).map(({ bot }) => bot)).toEqual([true])
})

test('idle, the schedule runs and what people say wakes nobody', async () => {
  const { home, file, chat } = await scheduling({ startup: [{ group: 'web:lobby', text: 'say what is open' }] })
  writeConfig(home, file)
  const service = await runningIn(home, {}, { isIdle: true })
  onTestFinished(service.stop)
  const { visitor } = service
  await visitor.say('lobby', 'Iris, are you there?')
  await waitFor('the task', async () =>
    (await visitor.replies('lobby')).find(({ text }) => text === 'Looked after it.'),
  )
  expect(await visitor.replies('lobby')).toHaveLength(1)
  expect(chat.asked).toHaveLength(1)
  await service.stop()
  const after = await running(home, { ...file, bots: (file.bots as object[]).map((bot) => ({ ...bot, startup: [] })) })
  onTestFinished(after.stop)
  expect(await after.visitor.replies('lobby')).toHaveLength(1)
})

test('a talk in a terminal is no start: its tasks are left to the service', async () => {
  const { home, file, chat } = await scheduling({ startup: [{ group: 'web:lobby', text: 'say what is open' }] })
  writeConfig(home, file)
  const service = await runningIn(home, {}, { isVisit: true })
  onTestFinished(service.stop)
  const id = await service.visitor.say('lobby', 'Iris, are you there?')
  await service.visitor.reply('lobby', { id, bot: 'iris' })
  expect(chat.asked.filter(({ user }) => user.includes('⏰'))).toEqual([])
})

test('what a bot left in next-task.json is done once at the next start, where an operator switched that on', async () => {
  const leave = (home: string): string => {
    const workspace = workspaceOf(join(home, 'data', 'workspaces'), place)
    mkdirSync(workspace, { recursive: true })
    writeFileSync(join(workspace, 'next-task.json'), JSON.stringify({ text: 'go on with the report' }))
    return join(workspace, 'next-task.json')
  }
  const off = await scheduling()
  const kept = leave(off.home)
  const quiet = await running(off.home, off.file)
  await quiet.stop()
  expect(existsSync(kept)).toBe(true)

  const agent = { allow: [{ tools: ['schedule.*'], groups: ['web:lobby'], by: 'members' }], nextTask: true }
  const on = await scheduling({ agent })
  const path = leave(on.home)
  for (const posts of [1, 1]) {
    // oxlint-disable-next-line no-await-in-loop -- one start after the other
    const service = await running(on.home, on.file)
    // oxlint-disable-next-line no-await-in-loop
    const replies = await waitFor('the task', async () => {
      const found = await service.visitor.replies('lobby')
      return found.length > 0 ? found : undefined
    })
    expect([replies.length, existsSync(path)]).toEqual([posts, false])
    // oxlint-disable-next-line no-await-in-loop
    await service.stop()
  }
  expect(on.chat.asked.filter(({ user }) => user.includes('⏰ go on with the report'))).toHaveLength(1)
})
