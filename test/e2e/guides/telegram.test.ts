// From a token to an answer on Telegram by the guide alone, in both languages; a guide with a wrong step leads nowhere.
import { expect, onTestFinished, test } from 'vitest'
import { fakeTelegram } from '../../fakes/telegram/fake-telegram.ts'
import { follow, type Platform } from './newcomer.ts'
import { readGuide } from './steps.ts'

/** Telegram with BotFather, who makes a bot only when asked to; it hears little until that is changed. */
async function telegram(): Promise<Platform & { answers: () => string[] }> {
  const fake = await fakeTelegram({
    people: [
      { handle: 'ann', name: 'Ann' },
      { handle: 'bo', name: 'Bo' },
    ],
    bots: [{ handle: 'iris', name: 'Iris', readsAll: false }],
  })
  onTestFinished(fake.stop)
  fake.chat('lab', ['ann', 'bo', 'iris'])
  const username = 'iris_bot'
  let token: string | undefined
  let asked = ''
  let alone = ''
  const answersIn = (chat: string): string[] =>
    fake.posted(chat).flatMap(({ by, text }) => (by === 'iris' ? [text] : []))

  /** What somebody writes to BotFather, in any order that BotFather takes. */
  const orders: Record<string, () => void> = {
    '/newbot': () => void (token = fake.token('iris')),
    '/setprivacy': () => void (asked = '/setprivacy'),
    Disable: () => {
      if (asked !== '/setprivacy') throw new Error('BotFather has asked nothing')
      fake.hearAll(true)
    },
  }
  /** What the guide explains beside what is to be done. */
  const explained = new Set(['policy: mention', 'auto', 'open', 'Add members'])

  return {
    name: 'telegram',
    env: { TELEGRAM_API_ROOT: fake.url },
    filled(block) {
      if (token === undefined) throw new Error('BotFather has given no token yet')
      return block.replace(exampleToken, token)
    },
    async does({ is, text }, { waitFor }) {
      if (is === 'block') return false
      if (is === 'link') return text === 'https://t.me/BotFather'
      if (explained.has(text)) return true
      if (orders[text]) {
        orders[text]()
        return true
      }
      if (text === 'bot') return username.endsWith(text)
      if (exampleToken.test(text)) return /^\d+:\w+/.test(token ?? '')
      if (text === 'https://t.me/') {
        asked = text + username
        return true
      }
      if (text === 'Start' && asked.endsWith(username)) {
        alone = fake.alone('ann', 'iris')
        fake.say('ann', alone, '/start')
        return true
      }
      const question = /^@(?:its_username|用户名) (.+)/.exec(text)?.[1]
      if (question === undefined) return false
      fake.say('ann', 'lab', `@${username} ${question}`, { mentions: ['iris'] })
      await waitFor('an answer', () => answersIn('lab')[0])
      await waitFor('a greeting', () => answersIn(alone)[0])
      return true
    },
    answers: () => answersIn('lab'),
  }
}

const exampleToken = /123456789:AA…/

test('the guides lead to an answer, in either language', { timeout: 120_000 }, async () => {
  const answers = ['en', 'zh'].map(async (language) => {
    const platform = await telegram()
    await follow(readGuide(`telegram.${language}`), platform)
    return platform.answers()
  })
  expect(await Promise.all(answers)).toEqual([
    [expect.stringMatching(/^\(rehearsal\) \S/)],
    [expect.stringMatching(/^（排练）\S/)],
  ])
})

test.each([
  ['a variable that is called otherwise', 'TELEGRAM_BOT_TOKEN=', 'TELEGRAM_TOKEN=', /^step 4: chime doctor says/],
  ['privacy mode left as it is', '_Disable_', '_Enable_', /^step 2: nothing is called "Enable"/],
  ['no word of privacy mode', /^2\. [^]*?^3\. /m, '3. ', /^step 3: the doctor is not content: ! telegram/],
  ['the token before the bot', '`/newbot`', '`/mybots`', /^step 1: nothing is called "\/mybots"/],
  ['another command', 'npx chime doctor', 'npx chime check', /^step 4: chime check says: error: unknown command/],
  ['another script', '`npm start`', '`npm run begin`', /^step 5: npm knows no script begin/],
  [
    'another line of the log',
    'the bot is online',
    'the bot is ready',
    /^step 5: waited in vain for “the bot is ready”/,
  ],
  ['another file', 'a file `.env`', 'a file `.environment`', /^step 3: nothing is called "\.environment"/],
] as [string, string | RegExp, string, RegExp][])('a guide with %s leads nowhere', async (_what, right, wrong, why) => {
  const guide = readGuide('telegram.en')
  const changed = guide.replace(right, wrong)
  expect(changed).not.toBe(guide)
  await expect(follow(changed, await telegram(), 6_000)).rejects.toThrow(why)
})
