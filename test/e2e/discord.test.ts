// A question on Discord, from the gateway to the answer, and through kills and restarts.
import { expect, onTestFinished, test } from 'vitest'
import { discordRooms, postedByBots } from './discord-room.ts'
import { tempFolders } from './running.ts'
import { spawned } from './spawned.ts'
import { waitFor } from './visitor.ts'

const room = discordRooms()
const folder = tempFolders()

async function killable(file: object | undefined, home: string, env: Record<string, string> = {}) {
  const service = await spawned(home, file, { env })
  onTestFinished(service.kill)
  return service
}

const answered = (service: Awaited<ReturnType<typeof killable>>) =>
  waitFor('the end of the turn', () =>
    service.lines().find(({ bot, gate, outcome }) => bot === 'iris' && gate === 'dispatch' && outcome === 'end'),
  )

test('of two bots the one that is mentioned answers, as a reply, and the other one stays silent (R3, R4)', async () => {
  const { fake, lab, start } = await room()
  const service = await start()
  const id = fake.say('ann', lab, '@Iris which test?', { mentions: ['iris'] })
  const group = { group: `discord:${lab}` }
  expect((await service.outcome('iris', id, group)).at(-1)).toBe('dispatch end: replied')
  expect((await service.outcome('rex', id, group)).at(-1)).toBe('dispatch end: silent')
  expect(fake.messages(lab).map(({ author, content, reference }) => [author.handle, content, reference])).toEqual([
    ['ann', `<@${fake.idOf('iris')}> which test?`, undefined],
    ['iris', 'Take 1 more samples.', id],
  ])
  expect(fake.typingIn('iris', lab)).toBeGreaterThan(0)
})

test('a chat of two and a thread are rooms of their own', async () => {
  const { fake, lab, start } = await room({ social: { policy: 'mention' } })
  const service = await start()
  const [direct, thread] = [fake.direct('ann', 'iris'), fake.thread(lab, 'welch')]
  const alone = fake.say('ann', direct, 'Are you there?')
  expect((await service.outcome('iris', alone, { group: `discord:${direct}` })).at(-1)).toBe('dispatch end: replied')
  const named = fake.say('ann', thread, '@Rex and here?', { mentions: ['rex'] })
  expect((await service.outcome('rex', named, { group: `discord:${thread}` })).at(-1)).toBe('dispatch end: replied')
  expect([postedByBots(fake, direct), postedByBots(fake, thread), postedByBots(fake, lab)]).toEqual([
    ['iris: Take 1 more samples.'],
    ['rex: Take 2 more samples.'],
    [],
  ])
})

test.each(['and the platform knows its nonce', 'long ago'])(
  'a reply that was posted when the process was killed, before it heard so, is not posted again: %s (S5)',
  async (when) => {
    const { fake, lab, home, file } = await room()
    const first = await killable(file, home)
    await waitFor('the line', () => fake.lines('iris') === 1 || undefined)
    fake.trouble('post', 'unanswered')
    const asked = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
    await waitFor('the post', () => postedByBots(fake, lab).length === 1 || undefined)
    await first.kill()
    if (when === 'long ago') for (const message of fake.messages(lab)) delete message.nonce

    const second = await killable(file, home)
    expect((await answered(second))['why']).toBe('replied')
    expect(postedByBots(fake, lab)).toEqual(['iris: Take 1 more samples.'])
    fake.redeliver(asked)
    fake.say('ann', lab, '@Iris and now?', { mentions: ['iris'] })
    await waitFor('the next answer', () => postedByBots(fake, lab).length === 2 || undefined)
  },
)

test('what was asked while the process was down is answered after its start, once (S5)', async () => {
  const { fake, lab, home, file } = await room()
  const first = await killable(file, home)
  await waitFor('the line', () => fake.lines('iris') === 1 || undefined)
  fake.say('ann', lab, '@Iris which test?', { mentions: ['iris'] })
  await waitFor('the first answer', () => postedByBots(fake, lab).length === 1 || undefined)
  await first.kill()
  await waitFor('the end of the lines', () => fake.lines('iris') === 0 || undefined)
  fake.say('bo', lab, '@Iris and with twelve samples?', { mentions: ['iris'] })
  await killable(file, home)
  await waitFor('the second answer', () => postedByBots(fake, lab).length === 2 || undefined)
  expect(postedByBots(fake, lab)).toEqual(['iris: Take 1 more samples.', 'iris: Take 2 more samples.'])
})

test('a token in the environment makes a bot, without a file but for the address', async () => {
  const { fake, lab } = await room()
  const home = folder()
  const service = await killable({ channels: { discord: { apiRoot: fake.apiRoot } } }, home, {
    DISCORD_BOT_TOKEN: fake.token('iris'),
    CHIME_PORT: '0',
    CHIME_DATA: home,
  })
  await waitFor('iris online', () =>
    service.lines().find(({ msg, channel }) => msg === 'the bot is online' && channel === 'discord'),
  )
  fake.say('ann', lab, '@Iris which statistics test fits?', { mentions: ['iris'] })
  await waitFor('the answer', () => postedByBots(fake, lab).length === 1 || undefined)
  expect(postedByBots(fake, lab)[0]).toContain('rehears')
  expect(service.output()).not.toContain(fake.token('iris'))
  expect(await service.stop()).toBe(0)
})
