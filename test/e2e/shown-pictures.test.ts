// Pictures that people post on a platform, as the page gets them: made anew by the service, or not at all (A12).
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { TalkLine } from '../../src/feed/contract.ts'
import type { File } from '../fakes/feishu/file.ts'
import { feishuRooms } from './feishu-room.ts'
import { waitFor } from './visitor.ts'

const room = feishuRooms()
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
