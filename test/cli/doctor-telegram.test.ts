// What the doctor says of bots on Telegram: the token, privacy mode, webhooks and other programs, each with what to do.
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { checkTelegram } from '../../src/channels/telegram/doctor.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { findingLine } from '../../src/cli/doctor/finding.ts'
import { fakeTelegram } from '../fakes/telegram/fake-telegram.ts'
import { folder } from '../world/folders.ts'

async function tenant(readsAll = true) {
  const fake = await fakeTelegram({ people: [], bots: [{ handle: 'iris', name: 'Iris', readsAll }] })
  onTestFinished(fake.stop)
  return fake
}

type Tenant = Awaited<ReturnType<typeof tenant>>

/** The lines of the doctor. */
async function examined(fake: Tenant, over: object = {}, { policy = 'auto', isServed = false } = {}) {
  const token = fake.token('iris')
  const cwd = folder({
    'chime.yaml': stringify({
      bots: [{ id: 'iris', name: 'Iris', role: 'research assistant' }],
      groupSocial: { policy },
      channels: { telegram: { apiRoot: fake.url, token, ...over } },
    }),
  })
  const config = loadConfig({ env: {}, cwd })
  const { telegram } = config.channels
  if (!telegram) throw new Error('there is no such channel')
  const found = await checkTelegram(telegram, { config, isServed: async () => isServed })
  const lines = found.map((each) => findingLine({ what: 'telegram', ...each }))
  expect(lines.join('\n')).not.toContain(token.split(':')[1])
  return lines.map((line) => line.replaceAll(String(fake.userId('iris')), 'ID').replaceAll(fake.url, 'ROOT'))
}

test('a bot that hears everything and can be polled', async () => {
  const fake = await tenant()
  fake.push('iris', { poll_answer: {} })
  expect(await examined(fake)).toMatchInlineSnapshot(`
    [
      "✓ telegram iris is @iris_bot (Iris, ID)",
      "✓ telegram iris hears everything in its groups (privacy mode is off)",
      "✓ telegram iris can be polled; updates that wait: 1",
    ]
  `)
  expect(fake.waiting('iris')).toBe(1)
})

test('privacy mode looks like silence, unless mentions are all that is answered or it is meant', async () => {
  const fake = await tenant(false)
  expect((await examined(fake))[1]).toMatchInlineSnapshot(
    `"! telegram iris hears commands, mentions and replies to it alone in groups (privacy mode is on): with policy auto or open that looks like silence → @BotFather: /setprivacy, @iris_bot, Disable; then take it out of its groups and put it in again (or make it an administrator); or set policy: mention, or channels.telegram.privacy: on"`,
  )
  expect((await examined(fake, {}, { policy: 'mention' }))[1]).toMatchInlineSnapshot(
    `"✓ telegram iris hears commands, mentions and replies to it alone in groups (privacy mode is on)"`,
  )
  expect((await examined(fake, { privacy: 'on' }))[1]).toMatch(/^✓/)
})

test('a webhook that is set elsewhere', async () => {
  const fake = await tenant()
  fake.setWebhook('iris', 'https://elsewhere.example/secret-path')
  const lines = await examined(fake)
  expect(lines[2]).toMatchInlineSnapshot(
    `"✗ telegram iris gets no updates: a webhook is set to elsewhere.example, by another program or an earlier one → if that program is not to have the bot any more: open https://api.telegram.org/bot<token>/deleteWebhook with its token"`,
  )
  expect(lines.join()).not.toContain('secret-path')
  expect(fake.calls.map(({ method }) => method)).not.toContain('deleteWebhook')
})

test('a running service keeps its line', async () => {
  const fake = await tenant()
  expect((await examined(fake, {}, { isServed: true }))[2]).toMatchInlineSnapshot(
    `"✓ telegram iris is left to the running service: its page shows the line"`,
  )
  expect(fake.calls.map(({ method }) => method)).not.toContain('getUpdates')
})

test('another program that polls', async () => {
  const fake = await tenant()
  fake.failPolls({
    code: 409,
    says: 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  })
  expect((await examined(fake))[2]).toMatchInlineSnapshot(
    `"✗ telegram iris cannot be polled: Telegram answered 409: Conflict: terminated by other getUpdates request; make sure that only one bot instance is running; another program reads the updates of this bot: a token is for one program alone → stop the other program, or get a new token (@BotFather: /revoke)"`,
  )
})

test('a token that is not valid, and a server that is not there', async () => {
  const fake = await tenant()
  expect(await examined(fake, { token: '123:AAbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' })).toMatchInlineSnapshot(`
    [
      "✗ telegram iris is not there: Telegram answered 401: Unauthorized; the token is not valid (any more): ask BotFather for it (/token) → @BotFather: /token; write it into channels.telegram or CHIME_TELEGRAM_TOKEN_IRIS",
    ]
  `)
  expect(await examined(fake, { apiRoot: 'http://127.0.0.1:1' })).toMatchInlineSnapshot(`
    [
      "✗ telegram iris is not there: Telegram cannot be reached (ECONNREFUSED) → does the network let http://127.0.0.1:1 through? Else set channels.telegram.proxy, or apiRoot to a server of your own",
    ]
  `)
})
