// From an app to an answer on Feishu by the guide alone, in both languages; a guide with a wrong step leads nowhere.
import { expect, onTestFinished, test } from 'vitest'
import { fakeFeishu } from '../../fakes/feishu/fake-feishu.ts'
import { follow, type Platform } from './newcomer.ts'
import { readGuide } from './steps.ts'

/** The names of the console's pages and buttons that only lead on. */
const places = new Set(
  [
    ['Credentials & Basic Info', 'App ID', 'App Secret', 'Add Features', 'Permissions & Scopes', 'availability'],
    ['凭证与基础信息', '添加应用能力', '权限管理', '可用范围', '事件与回调', '事件配置', '订阅方式', '版本管理与发布'],
    ['Events & Callbacks', 'Event configuration', 'Subscription mode', 'Version Management & Release', 'Add'],
    ['Bulk import/export', '批量导入/导出权限', 'Add event', '添加事件'],
  ].flat(),
)

/** Feishu with its developer console: no change counts before a version with it is published. */
async function feishu(): Promise<Platform & { answers: () => string[] }> {
  const fake = await fakeFeishu({
    people: [
      { handle: 'ann', name: 'Ann' },
      { handle: 'bo', name: 'Bo' },
    ],
    apps: [{ handle: 'iris', name: 'Iris', scopes: [], events: [] }],
    reconnectMs: 20,
    reconnectNonceMs: 0,
  })
  onTestFinished(fake.stop)
  const draft = { isThere: false, isBot: false, scopes: [] as string[], events: [] as string[], isSubscribed: false }
  let lab: string | undefined
  const answers = (): string[] =>
    lab === undefined ? [] : fake.posted(lab).flatMap(({ by, text }) => (by === 'iris' ? [text] : []))

  function publish(): void {
    if (!draft.isBot) throw new Error('an app that is no bot')
    fake.publish('iris', { scopes: draft.scopes, events: draft.isSubscribed ? draft.events : [] })
  }
  function subscribe(): void {
    if (fake.connections('iris') === 0) throw new Error('the console saves that only while a connection is open')
    draft.isSubscribed = true
  }
  function invite(): void {
    lab = fake.group('lab', ['ann', 'bo', 'iris'])
  }
  const clicks: Record<string, () => void> = {
    'Create Custom App': () => void (draft.isThere = true),
    Bot: () => void (draft.isBot = draft.isThere),
    'Create a version': publish,
    'Publish again': publish,
    'Receive events through persistent connection': subscribe,
    'Settings → Bots → Add Bot': invite,
    创建企业自建应用: () => void (draft.isThere = true),
    机器人: () => void (draft.isBot = draft.isThere),
    创建版本: publish,
    再发布一个版本: publish,
    使用长连接接收事件: subscribe,
    '设置 → 群机器人 → 添加机器人': invite,
  }

  return {
    name: 'feishu',
    env: { FEISHU_DOMAIN: fake.url },
    // Before the subscription and the invitation, which come after the doctor.
    warns: /has heard no message yet|is in no group yet|cannot be seen from here/,
    filled(block) {
      if (!draft.isThere) throw new Error('there is no app yet')
      const { appId, appSecret } = fake.app('iris')
      return block.replace(/cli_\d\w{15}/, appId).replace('…', appSecret)
    },
    async does(sign, { waitFor }) {
      const { is, text } = sign
      if (is === 'link') return /^https:\/\/open\.(?:feishu\.cn|larksuite\.com)\/app$/.test(text)
      if (is === 'title' || is === 'label') {
        clicks[text]?.()
        return clicks[text] !== undefined || places.has(text)
      }
      if (is === 'block' && sign.kind === 'json') {
        draft.scopes = (JSON.parse(text) as { scopes: { tenant: string[] } }).scopes.tenant
        return true
      }
      if (is !== 'code') return false
      if (/^(?:im)?\.[\w.]+_v1$/.test(text)) {
        draft.events.push(text)
        return true
      }
      const question = /^@(?:Name|名字) (.+)/.exec(text)?.[1]
      if (question === undefined) return text === 'cli_'
      fake.say('ann', lab ?? '', `@Iris ${question}`, { mentions: ['iris'] })
      await waitFor('an answer', () => answers()[0])
      return true
    },
    answers,
  }
}

test('the guides lead to an answer, in either language', { timeout: 120_000 }, async () => {
  const all = ['en', 'zh'].map(async (language) => {
    const platform = await feishu()
    await follow(readGuide(`feishu.${language}`), platform)
    return platform.answers()
  })
  expect(await Promise.all(all)).toEqual([
    [expect.stringMatching(/\(rehearsal\) \S/)],
    [expect.stringMatching(/（排练）\S/)],
  ])
})

test.each([
  ['no first version', '_Create a version_: a', 'a', /^step 6: the doctor is not content: [^]*may not read/],
  [
    'a scope too few',
    '         "im:chat:readonly",\n',
    '',
    /^step 6: the doctor is not content: [^]*may not read its groups/,
  ],
  ['another variable', 'FEISHU_APP_SECRET=', 'FEISHU_SECRET=', /^step 6: chime doctor says/],
  ['the subscription before the start', '`npm start`', 'soon', /^step 7: nothing is called "the bot is online"/],
  ['no second version', '**Publish again**', '**Wait**', /^step 10: waited in vain for an answer/],
] as [string, string, string, RegExp][])('a guide with %s leads nowhere', async (_what, right, wrong, why) => {
  const guide = readGuide('feishu.en')
  const changed = guide.replace(right, wrong)
  expect(changed).not.toBe(guide)
  await expect(follow(changed, await feishu(), 6_000)).rejects.toThrow(why)
})
