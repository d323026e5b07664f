// From an account to an answer on an XMPP server by the guide alone, in both languages; a guide with a wrong step leads nowhere.
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { demoConfig } from '../../config/demo-config.ts'
import { person } from '../../channels/xmpp/person.ts'
import { type Prosody, startProsody } from '../../../tools/prosody.mjs'
import { isLeftOut } from '../xmpp-room.ts'
import { follow, type Platform } from './newcomer.ts'
import { readGuide } from './steps.ts'

/** How the server of the tests is set up. */
const setUp = readFileSync(new URL('../../../src/lab/party/prosody.ts', import.meta.url), 'utf8')

describe.skipIf(isLeftOut)('the guide of XMPP', () => {
  let prosody: Prosody
  beforeAll(async () => {
    prosody = await startProsody(['iris', 'rex', 'ann', 'bo'])
  })
  afterAll(() => prosody.stop())

  async function xmpp(name: string): Promise<Platform & { answers: () => string[] }> {
    const room = prosody.room(name)
    const ann = await person(prosody, 'ann', room)
    await person(prosody, 'bo', room)
    const here = (text: string): string =>
      text.replaceAll('lab@conference.example.org', room).replaceAll('example.org', 'localhost')
    const answers = (): string[] => ann.heard.flatMap(({ by, text }) => (by === 'Iris' ? [text] : []))
    return {
      name: 'xmpp',
      filled: (block) => {
        const { channels } = parse(here(block)) as { channels: { xmpp: object } }
        return stringify({ channels: { xmpp: { ...channels.xmpp, service: prosody.service } } })
      },
      async does({ is, text }, { home, waitFor }) {
        if (is !== 'code') return false
        const account = /^prosodyctl adduser (\w+)@example\.org$/.exec(text)?.[1]
        if (account !== undefined) return demoConfig.bots.some(({ id }) => id === account)
        const variable = /^(CHIME_XMPP_PASSWORD_)IRIS=…$/.exec(text)?.[1]
        if (variable !== undefined) {
          const lines = demoConfig.bots.map(({ id }) => `${variable}${id.toUpperCase()}=${prosody.password}\n`)
          appendFileSync(join(home, '.env'), lines.join(''))
          return true
        }
        const question = /^Iris(?:, |，).+/.exec(text)?.[0]
        if (question !== undefined) {
          // Of two bots the other one may be online first; who writes into a room sees who is there.
          await waitFor('Iris in the room', () =>
            ann.presences.some(({ nick, type }) => nick === 'Iris' && type === 'available'),
          )
          await ann.say(question)
          await waitFor('an answer', () => answers()[0])
          return true
        }
        if (/^(?:service(?:: .*)?|groups|xmpps?:.*)$/.test(text)) return true
        // What the server is told, the server of the tests is told as well.
        return /^\w+(?: = \w+)?$/.test(text) && setUp.includes(text)
      },
      answers,
    }
  }

  test.each([
    ['en', /^\(rehearsal\) \S/],
    ['zh', /^（排练）\S/],
  ])('in %s leads to an answer', { timeout: 120_000 }, async (language, label) => {
    const platform = await xmpp(`lab-${language}`)
    await follow(readGuide(`xmpp.${language}`), platform)
    expect(platform.answers()).toEqual([expect.stringMatching(label)])
  })

  test.each([
    ['another key', 'rooms: [lab', 'chats: [lab', /^step 4: chime doctor says: [^]*unknown key/],
    ['another password', 'CHIME_XMPP_PASSWORD_IRIS', 'CHIME_PASSWORD_IRIS', /^step 3: nothing is called/],
    [
      'a setting that no server has',
      'muc_room_locking = false',
      'muc_room_locks = false',
      /^step 2: nothing is called/,
    ],
  ] as [string, string, string, RegExp][])('with %s leads nowhere', async (_what, right, wrong, why) => {
    const guide = readGuide('xmpp.en')
    const changed = guide.replace(right, wrong)
    expect(changed).not.toBe(guide)
    await expect(follow(changed, await xmpp('hall'), 6_000)).rejects.toThrow(why)
  })
})
