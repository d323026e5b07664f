// Pictures that people post on Feishu, as the page gets them: made anew by the service, or not at all (A12).
import { expect, test } from 'vitest'
import { topicGroup } from '../../src/config/topics.ts'
import type { BoardRow } from '../../src/feed/contract.ts'
import type { File } from '../fakes/feishu/file.ts'
import { postJson } from '../world/posting.ts'
import { feishuRooms } from './feishu-room.ts'
import { drawn, looked, pageOf } from './picture-page.ts'
import { waitFor } from './visitor.ts'

const room = feishuRooms()
const quiet = { social: { policy: 'mention' } }

async function onFeishu(files: Record<string, File>, feishu: object = {}) {
  const { fake, lab, start } = await room({ ...quiet, feishu: { historyLimit: 0, ...feishu } })
  for (const [key, file] of Object.entries(files)) fake.keepFile(`img_${key}`, file)
  const { url } = await start()
  const actor = `iris feishu:${lab}`
  const page = pageOf(url, actor)
  const ids = Object.keys(files).map((key) =>
    fake.say('bo', lab, '', { kind: 'image', raw: JSON.stringify({ image_key: `img_${key}` }) }),
  )
  const paths = await Promise.all(ids.map((id) => page.pathOf((line) => line.id === id)))
  return { fake, lab, url, actor, ids, paths, ...page }
}

test('a picture of Feishu reaches the page small and made anew, and its own address does not', async () => {
  const { talk, paths, get } = await onFeishu({ secret: { bytes: await drawn(3_000, 1_500), mime: 'image/png' } })
  expect(await looked(get, paths[0])).toBe('image/jpeg jpeg 1024 512')
  expect(await looked(get, paths[0], { size: 'small' })).toBe('image/jpeg jpeg 520 260')
  const { headers } = await get(paths[0] ?? '')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(JSON.stringify(await talk())).not.toContain('img_secret')
})

test('what is no picture, empty, too large, for another app or cut off is refused by its reason, and a good one is given', async () => {
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const good = await drawn(40, 40)
  const files: Record<string, File> = {
    svg: { bytes: script, mime: 'image/png' },
    page: { bytes: Buffer.from('<script>alert(1)</script>'), mime: 'image/png' },
    empty: { bytes: 0 },
    huge: { bytes: 99_000_000, announced: 99_000_000, stallsAt: 1_000 },
    hidden: { bytes: 99_000_000 },
    damaged: { bytes: good.subarray(0, 60) },
    cut: { bytes: good, announced: good.length, cutAt: 20 },
    other: { bytes: good, mime: 'image/png', only: 'nobody' },
    good: { bytes: good, mime: 'text/html' },
  }
  const { paths, get } = await onFeishu(files)
  const answers = await Promise.all(paths.map((path) => looked(get, path)))
  expect(Object.fromEntries(Object.keys(files).map((name, n) => [name, answers[n]]))).toEqual({
    svg: 'pictureUnreadable',
    page: 'pictureUnreadable',
    empty: 'pictureGone',
    huge: 'pictureTooLarge',
    hidden: 'pictureTooLarge',
    damaged: 'pictureUnreadable',
    cut: 'pictureGone',
    other: 'pictureGone',
    good: 'image/png png 40 40',
  })
})

test('a slow one is told to come, keeps no request, and others of the chat are there meanwhile', async () => {
  const good = await drawn(40, 40)
  const { paths, get } = await onFeishu({
    slow: { bytes: good, announced: good.length, stallsAt: 20 },
    good: { bytes: good },
  })
  const began = performance.now()
  const slow = get(paths[0] ?? '')
  expect(await looked(get, paths[1])).toBe('image/png png 40 40')
  const { status, headers } = await slow
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '2', 'no-store'])
  expect(performance.now() - began).toBeLessThan(12_000)
})

test('a line, a part or an actor that is not there has no picture, and neither has who is not served or what was recalled', async () => {
  const bytes = await drawn(40, 40)
  const { fake, ids, actor, get, talk } = await onFeishu({ one: { bytes, mime: 'image/png' } })
  const [id = ''] = ids
  const status = async (over: object) => (await get('/api/pictures', { actor, message: id, part: '0', ...over })).status
  expect([
    await status({}),
    await status({ part: '1' }),
    await status({ part: '-1' }),
    await status({ size: 'huge' }),
    await status({ message: 'om_other' }),
    await status({ actor: 'iris feishu:oc_other' }),
  ]).toEqual([200, 404, 400, 400, 404, 404])
  fake.recall(id)
  await waitFor('the recall', async () => (await talk()).every((line) => line.parts === undefined) || undefined)
  expect(await status({})).toBe(404)
})

test.each(['context', 'ignore'] as const)(
  'of who is not served nothing is fetched: unlisted is %s',
  async (unlisted) => {
    const { fake, lab, start } = await room({
      ...quiet,
      feishu: { historyLimit: 0, allowFrom: ['ou_nobody'], unlisted },
    })
    fake.keepFile('img_one', { bytes: await drawn(40, 40), mime: 'image/png' })
    const service = await start()
    const id = fake.say('bo', lab, '', { kind: 'image', raw: JSON.stringify({ image_key: 'img_one' }) })
    const actor = `iris feishu:${lab}`
    await waitFor('the refusal', () => service.verdicts('iris', lab).find(({ gate }) => gate === 'admission'))
    const { get, talk } = pageOf(service.url, actor)
    expect(JSON.stringify(await talk())).not.toContain('/api/pictures')
    expect(await looked(get, '/api/pictures', { actor, message: id, part: '0' })).toBe('pictureGone')
    expect(fake.calls.filter(({ name }) => name === 'resource')).toEqual([])
  },
)

test('a topic that is apart has its pictures, and the group around it has none of them', async () => {
  const { fake, start } = await room({ social: { policy: 'mention', topics: 'apart' } })
  fake.keepFile('img_one', { bytes: await drawn(40, 40), mime: 'image/png' })
  const chat = fake.group('topics', ['ann', 'bo', 'iris', 'rex'], true)
  const { url } = await start()
  const id = fake.say('bo', chat, '', { kind: 'image', raw: JSON.stringify({ image_key: 'img_one' }) })
  const other = fake.say('ann', chat, 'Nine tulips.')
  const actorOf = (message: string) => {
    const { thread } = fake.posted(chat).find((each) => each.id === message) ?? {}
    return `iris ${topicGroup(`feishu:${chat}`, thread)}`
  }
  await waitFor('both topics', async () => {
    const board = (await (await fetch(`${url}/api/board`)).json()) as BoardRow[]
    return [id, other].every((each) => board.some(({ key }) => key === actorOf(each))) || undefined
  })
  const { get, pathOf } = pageOf(url, actorOf(id))
  expect(await looked(get, await pathOf((line) => line.id === id))).toBe('image/png png 40 40')
  expect(await looked(get, '/api/pictures', { actor: actorOf(other), message: id, part: '0' })).toBe('pictureGone')
})

test('whoever is denied while the service runs, and a group that is, has no picture any more, of before either', async () => {
  const { url, lab, actor, paths, get, talk } = await onFeishu({
    one: { bytes: await drawn(40, 40), mime: 'image/png' },
  })
  const [line] = await talk()
  const order = async (what: object) => {
    const answer = await postJson(`${url}/api/served`, { actor, where: 'group', ...what })
    expect(answer.status).toBe(200)
  }
  const seen = [await looked(get, paths[0])]
  for (const id of [line?.sender, lab]) {
    // oxlint-disable no-await-in-loop -- one order after the other
    await order({ do: 'add', list: 'denyFrom', id })
    seen.push(await looked(get, paths[0]))
    await order({ do: 'remove', id })
    seen.push(await looked(get, paths[0]))
    // oxlint-enable no-await-in-loop
  }
  const given = 'image/png png 40 40'
  expect(seen).toEqual([given, 'pictureGone', given, 'pictureGone', given])
})
