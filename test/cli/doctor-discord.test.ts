// What `chime doctor` says of bots on Discord, each with the next step.
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { configuredChannels, loadConfig } from '../../src/channels/plugins.ts'
import { findingLine } from '../../src/cli/doctor/finding.ts'
import { type FakeDiscord, fakeDiscord } from '../fakes/discord/fake-discord.ts'
import { folder } from '../world/folders.ts'

async function server() {
  const fake = await fakeDiscord({ bots: [{ handle: 'iris', name: 'Iris' }] })
  onTestFinished(fake.stop)
  return fake
}

/** With the bot's id and the token as signs. */
async function examined(
  fake: FakeDiscord,
  groups: readonly string[] = [],
  { isServed = false, token = fake.token('iris') } = {},
) {
  const cwd = folder({
    'chime.yaml': stringify({
      bots: [{ id: 'iris', name: 'Iris' }],
      channels: { discord: { token, apiRoot: fake.apiRoot } },
      groups: Object.fromEntries(groups.map((id) => [`discord:${id}`, { policy: 'mention' }])),
    }),
  })
  const config = loadConfig({ env: {}, cwd })
  const channel = configuredChannels(config).find(({ name }) => name === 'discord')
  const [bots, log] = [[{ id: 'iris', name: 'Iris' }], () => {}]
  const lent = { name: 'discord', bots, now: Date.now, log, config, isServed: async () => isServed }
  const found = (await channel?.doctor(lent)) ?? []
  const lines = found.map(findingLine)
  expect(lines.join('\n')).not.toContain(token)
  return lines.map((line) => line.replaceAll(fake.idOf('iris'), 'ID').replaceAll(/\s+/g, ' '))
}

test('a bot that can do everything has nothing to be done', async () => {
  const fake = await server()
  const lab = fake.channel('lab')
  expect(await examined(fake, [lab])).toEqual([
    '✓ discord iris is Iris (ID)',
    '✓ discord iris may read messages (Message Content Intent)',
    '✓ discord iris is in Lab',
    '✓ discord iris gets a connection to the gateway',
    '✓ discord iris may read and write in #lab',
  ])
  expect(fake.isIdle()).toBe(true)
})

test('a service that runs keeps its line', async () => {
  const fake = await server()
  expect(await examined(fake, [], { isServed: true })).toContain(
    '✓ discord iris is left to the running service: its page shows the line',
  )
  expect(fake.seen.identified).toBe(0)
})

test('a token that is wrong is told with where to get another', async () => {
  const fake = await server()
  expect(await examined(fake, [], { token: 'wrong.token' })).toEqual([
    '✗ discord iris is not there: Discord answered 401: 401: Unauthorized; the token is wrong or was reset → https://discord.com/developers/applications → the application → Bot → Reset Token: copy it into CHIME_DISCORD_TOKEN_IRIS, or DISCORD_BOT_TOKEN for the first bot',
  ])
})

test('the intent, the invitation and the rights of a channel are told with what to click', async () => {
  const fake = await server()
  const [quiet, hidden] = [fake.channel('quiet'), fake.channel('hidden')]
  const thread = fake.thread(quiet, 'welch')
  fake.refuseIntents('iris')
  fake.leave('iris')
  fake.mute(quiet)
  fake.forbid(hidden)
  const content =
    'https://discord.com/developers/applications/ID/bot → Privileged Gateway Intents: switch on Message Content Intent, and save'
  const role = 'Edit Channel → Permissions → the bot’s role: allow'
  expect(await examined(fake, [quiet, hidden, thread])).toEqual([
    '✓ discord iris is Iris (ID)',
    `✗ discord iris may not read messages: Discord refuses the connection → ${content}`,
    '! discord iris is in no server yet → open https://discord.com/oauth2/authorize?client_id=ID&scope=bot&permissions=274877975616',
    `✗ discord iris gets no connection: Discord closed the connection (4014): switch on Message Content Intent in the developer portal, under Bot → Privileged Gateway Intents → ${content}`,
    `! discord iris lacks in #quiet: Send Messages, Add Reactions → Discord: #quiet → ${role} Send Messages, Add Reactions`,
    `✗ discord iris cannot see discord:${hidden}: Discord answered 403 (50001): Missing Access; the bot may not see this channel → is the id right (Developer Mode → Copy Channel ID), and may the bot’s role view the channel?`,
    `! discord iris lacks in #welch: Send Messages in Threads, Add Reactions → Discord: #welch → ${role} Send Messages in Threads, Add Reactions`,
  ])
})
