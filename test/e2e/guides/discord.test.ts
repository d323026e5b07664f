// From an application to an answer on Discord by the guide alone, in both languages; a guide with a wrong step leads nowhere.
import { expect, onTestFinished, test } from 'vitest'
import { fakeDiscord } from '../../fakes/discord/fake-discord.ts'
import { follow, type Platform } from './newcomer.ts'
import { readGuide } from './steps.ts'

/** What an invitation may ask for, as Discord calls it. */
const permissions: [bit: bigint, name: string][] = [
  [1n << 3n, 'Administrator'],
  [1n << 6n, 'Add Reactions'],
  [1n << 10n, 'View Channels'],
  [1n << 11n, 'Send Messages'],
  [1n << 16n, 'Read Message History'],
  [1n << 38n, 'Send Messages in Threads'],
]

/** Discord with its developer portal: nothing is there before it was clicked, and nothing counts before it was saved. */
async function discord(): Promise<Platform & { answers: () => string[] }> {
  const fake = await fakeDiscord({ bots: [{ handle: 'iris', name: 'Iris' }] })
  onTestFinished(fake.stop)
  fake.refuseIntents('iris')
  fake.leave('iris')
  const lab = fake.channel('lab')
  let page = ''
  let token: string | undefined
  let copied: string | undefined
  let isSwitchedOn = false
  const answers = (): string[] =>
    fake.messages(lab).flatMap(({ author, content }) => (author.handle === 'iris' ? [content] : []))
  const on = (wanted: string, act: () => void) => (): void => {
    if (page !== wanted) throw new Error(`that is on the page ${wanted}`)
    act()
  }
  const buttons: Record<string, () => void> = {
    'New Application': on('applications', () => void (page = 'application')),
    Bot: on('application', () => void (page = 'bot')),
    'Privileged Gateway Intents': on('bot', () => undefined),
    'Message Content Intent': on('bot', () => void (isSwitchedOn = true)),
    'Save Changes': on('bot', () => isSwitchedOn && fake.allowIntents('iris')),
    'Reset Token': on('bot', () => {
      fake.resetToken('iris')
      token = fake.token('iris')
    }),
    Copy: on('bot', () => void (copied = token)),
  }
  const isPermission = (text: string): boolean => permissions.some(([, name]) => name === text)

  /** What the link asks for must be what the step says that it asks for. */
  function authorize(lines: readonly string[], said: string): void {
    const link = /https:\/\/discord\.com\/oauth2\/authorize\?\S+/.exec(lines.join('\n'))?.[0]
    if (link === undefined) throw new Error('the doctor printed no link')
    const query = new URL(link).searchParams
    const asked = permissions.filter(([bit]) => (BigInt(query.get('permissions') ?? 0) & bit) !== 0n)
    const unnamed = asked.filter(([, name]) => !said.includes(name))
    if (asked.length === 0 || unnamed.length > 0) throw new Error(`the link also asks for ${unnamed.join()}`)
    if (query.get('client_id') !== fake.idOf('iris')) throw new Error('the link invites somebody else')
    fake.join('iris')
  }

  return {
    name: 'discord',
    // The network: a relay in Discord's place.
    files: { 'chime.yaml': JSON.stringify({ channels: { discord: { apiRoot: fake.apiRoot, cdn: fake.cdn } } }) },
    warns: /is in no server yet/,
    filled(block) {
      if (copied === undefined) throw new Error('no token was copied')
      return block.replace('…', copied)
    },
    async does({ is, text }, { doctor, waitFor }, step) {
      if (is === 'link' && text === 'https://discord.com/developers/applications') {
        page = 'applications'
        return true
      }
      if (is === 'label' && buttons[text]) {
        buttons[text]()
        return true
      }
      if (is === 'label' && text === 'Authorize') {
        authorize(doctor(), step.text)
        return true
      }
      if (is === 'label') return text === 'Manage Server' || isPermission(text)
      const question = is === 'code' ? /^@(?:Name|名字) (.+)/.exec(text)?.[1] : undefined
      if (question === undefined) return false
      fake.say('ann', lab, `@Iris ${question}`, { mentions: ['iris'] })
      await waitFor('an answer', () => answers()[0])
      return true
    },
    answers,
  }
}

test('the guides lead to an answer, in either language', { timeout: 120_000 }, async () => {
  const all = ['en', 'zh'].map(async (language) => {
    const platform = await discord()
    await follow(readGuide(`discord.${language}`), platform)
    return platform.answers()
  })
  expect(await Promise.all(all)).toEqual([
    [expect.stringMatching(/\(rehearsal\) \S/)],
    [expect.stringMatching(/（排练）\S/)],
  ])
})

test.each([
  ['the intent not saved', ', and _Save\n   Changes_', '', /^step 4: chime doctor says: [^]*may not read messages/],
  ['a token that is not copied', '_Reset Token_, _Copy_', '_Reset Token_', /^step 3: no token was copied/],
  ['another variable', 'DISCORD_BOT_TOKEN=', 'DISCORD_TOKEN=', /^step 4: chime doctor says/],
  ['no look by the doctor before', '`npx chime doctor` prints', 'Chime prints', /^step 4: the doctor printed no link/],
  ['less than the link asks for', '_View Channels_, ', '', /^step 4: the link also asks for .*View Channels/],
] as [string, string, string, RegExp][])('a guide with %s leads nowhere', async (_what, right, wrong, why) => {
  const guide = readGuide('discord.en')
  const changed = guide.replace(right, wrong)
  expect(changed).not.toBe(guide)
  await expect(follow(changed, await discord(), 6_000)).rejects.toThrow(why)
})
