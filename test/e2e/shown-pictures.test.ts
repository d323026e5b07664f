// Pictures that people post on a platform, as the page gets them: made anew by the service, or not at all (A12).
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { TalkLine } from '../../src/feed/contract.ts'
import type { File } from '../fakes/feishu/file.ts'
import { feishuRooms } from './feishu-room.ts'
import { telegramRooms } from './telegram-room.ts'
import { waitFor } from './visitor.ts'
import { postJson } from '../world/posting.ts'

const room = feishuRooms()
const telegramRoom = telegramRooms()
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .png()
    .toBuffer()

async function posted(files: Record<string, File>, feishu: object = {}) {
  const { fake, lab, start } = await room({ social: { policy: 'mention' }, feishu: { historyLimit: 0, ...feishu } })
  for (const [key, file] of Object.entries(files)) fake.keepFile(`img_${key}`, file)
  const service = await start()
  const ids = Object.keys(files).map((key) =>
    fake.say('bo', lab, '', { kind: 'image', raw: JSON.stringify({ image_key: `img_${key}` }) }),
  )
  const actor = `iris feishu:${lab}`
  const talk = async () => {
    const answer = await fetch(`${service.url}/api/talk?${String(new URLSearchParams({ actor }))}`)
    return answer.ok ? ((await answer.json()) as TalkLine[]) : []
  }
  const lines = await waitFor('the pictures', async () => {
    const all = await talk()
    return ids.every((id) => all.some((line) => line.id === id)) ? all : undefined
  })
  const pathOf = (id: string | undefined) => {
    const [part] = lines.find((line) => line.id === id)?.parts ?? []
    return part && 'ref' in part ? part.ref : undefined
  }
  const looked = (path = '') => fetch(`${service.url}${path}`)
  return { fake, lab, service, ids, lines, paths: ids.map(pathOf), looked, actor, talk }
}

test('a picture of Feishu reaches the page small and made anew, and its own address does not', async () => {
  const { lines, paths, looked } = await posted({ secret: { bytes: await drawn(3_000, 1_500), mime: 'image/png' } })
  const answer = await looked(paths[0])
  const made = sharp(Buffer.from(await answer.arrayBuffer()))
  const { format, width, height } = await made.metadata()
  expect([answer.status, answer.headers.get('content-type'), format, width, height]).toEqual([
    200,
    'image/jpeg',
    'jpeg',
    1_024,
    512,
  ])
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(JSON.stringify(lines)).not.toContain('img_secret')
})

test('what is no picture, empty, too large, for another app or cut off is not given, and a good one beside it is', async () => {
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const good = await drawn(40, 40)
  const files: Record<string, File> = {
    svg: { bytes: script, mime: 'image/png' },
    page: { bytes: Buffer.from('<script>alert(1)</script>'), mime: 'image/png' },
    empty: { bytes: 0 },
    huge: { bytes: 99_000_000, announced: 99_000_000, stallsAt: 1_000 },
    cut: { bytes: good, announced: good.length, cutAt: 20 },
    other: { bytes: good, mime: 'image/png', only: 'nobody' },
    good: { bytes: good, mime: 'text/html' },
  }
  const { paths, looked } = await posted(files)
  const answers = await Promise.all(paths.map(async (path) => (await looked(path)).status))
  expect(Object.fromEntries(Object.keys(files).map((name, n) => [name, answers[n]]))).toEqual({
    svg: 404,
    page: 404,
    empty: 404,
    huge: 404,
    cut: 404,
    other: 404,
    good: 200,
  })
})

test('a line, a part or an actor that is not there has no picture, and neither has who is not served', async () => {
  const bytes = await drawn(40, 40)
  const known = await posted({ one: { bytes, mime: 'image/png' } })
  const [id = ''] = known.ids
  const at = (over: object) =>
    `/api/pictures?${String(new URLSearchParams({ actor: known.actor, message: id, part: '0', ...over }))}`
  const status = async (over: object) => (await known.looked(at(over))).status
  expect([
    await status({}),
    await status({ part: '1' }),
    await status({ part: '-1' }),
    await status({ message: 'om_other' }),
    await status({ actor: 'iris feishu:oc_other' }),
  ]).toEqual([200, 404, 400, 404, 404])
  const unserved = await posted(
    { one: { bytes, mime: 'image/png' } },
    { allowFrom: ['ou_nobody'], unlisted: 'context' },
  )
  expect(unserved.paths).toEqual([undefined])
  const path = `/api/pictures?${String(new URLSearchParams({ actor: unserved.actor, message: unserved.ids[0] ?? '', part: '0' }))}`
  expect((await unserved.looked(path)).status).toBe(404)
  expect(unserved.fake.calls.some(({ name }) => name === 'resource')).toBe(false)
})

test('whoever is denied while the service runs, and a group that is, has no picture any more, of before either', async () => {
  const known = await posted({ one: { bytes: await drawn(40, 40), mime: 'image/png' } })
  const [line] = known.lines
  const [path] = known.paths
  const status = async () => (await known.looked(path)).status
  const order = async (what: object) => {
    const answer = await postJson(`${known.service.url}/api/served`, { actor: known.actor, where: 'group', ...what })
    expect(answer.status).toBe(200)
  }
  const seen = [await status()]
  for (const id of [line?.sender, known.lab]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await order({ do: 'add', list: 'denyFrom', id })
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    seen.push(await status())
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await order({ do: 'remove', id })
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    seen.push(await status())
  }
  expect(seen).toEqual([200, 404, 200, 404, 200])
})

test('of people who are not listed nothing is kept where their words are ignored, and no picture given', async () => {
  const { fake, lab, start } = await room({
    social: { policy: 'mention' },
    feishu: { historyLimit: 0, allowFrom: ['ou_nobody'], unlisted: 'ignore' },
  })
  fake.keepFile('img_one', { bytes: await drawn(40, 40), mime: 'image/png' })
  const service = await start()
  const id = fake.say('bo', lab, '', { kind: 'image', raw: JSON.stringify({ image_key: 'img_one' }) })
  const actor = `iris feishu:${lab}`
  await waitFor(
    'the refusal',
    () => service.verdicts('iris', lab).some(({ gate }) => gate === 'admission') || undefined,
  )
  const path = `/api/pictures?${String(new URLSearchParams({ actor, message: id, part: '0' }))}`
  expect((await fetch(`${service.url}${path}`)).status).toBe(404)
  expect(fake.calls.some(({ name }) => name === 'resource')).toBe(false)
})

test('a picture of Telegram comes the same way, and one that is slow, endless, cut off or gone holds up no other', async () => {
  const { fake, group, start } = await telegramRoom({ social: { policy: 'mention' } })
  const service = await start()
  const good = await drawn(3_000, 1_500)
  const files = {
    endless: fake.file('iris', 1_000, 'endless'),
    boasts: fake.file('iris', 1_000, 'boasts'),
    cut: fake.file('iris', good, 'cut'),
    gone: fake.file('iris', good, 'gone'),
    sevens: fake.file('iris', 1_000),
    slow: fake.file('iris', good, 'slow'),
    good: fake.file('iris', good),
  }
  const names = Object.keys(files)
  for (const [name, file_id] of Object.entries(files))
    fake.push('iris', {
      message: {
        message_id: 900 + names.indexOf(name),
        date: Math.floor(Date.now() / 1_000),
        chat: { id: Number(group.slice('telegram:'.length)), type: 'supergroup', title: 'The lab' },
        from: { id: fake.userId('bo'), is_bot: false, first_name: 'Bo' },
        caption: name,
        photo: [{ file_id, file_unique_id: name, width: 3_000, height: 1_500 }],
      },
    })
  const actor = `iris ${group}`
  const lines = await waitFor('the pictures', async () => {
    const answer = await fetch(`${service.url}/api/talk?${String(new URLSearchParams({ actor }))}`)
    const all = answer.ok ? ((await answer.json()) as TalkLine[]) : []
    return names.every((name) => all.some(({ text }) => text === name)) ? all : undefined
  })
  const looked = async (name: string) => {
    const [part] = lines.find(({ text }) => text === name)?.parts ?? []
    const answer = await fetch(`${service.url}${part && 'ref' in part ? part.ref : ''}`)
    return [name, answer.status] as const
  }
  const slow = looked('slow')
  const others = await Promise.all(names.filter((name) => name !== 'slow').map(looked))
  expect(Object.fromEntries([...others, await slow])).toEqual({
    endless: 404,
    boasts: 404,
    cut: 404,
    gone: 404,
    sevens: 404,
    slow: 404,
    good: 200,
  })
  expect(JSON.stringify(lines)).not.toContain('iris-file')
}, 60_000)
