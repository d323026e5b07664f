// Pictures that people post on Telegram, Discord and XMPP, as the page gets them (A12).
import { xml } from '@xmpp/client'
import { expect, onTestFinished, test } from 'vitest'
import { ns } from '../../src/channels/xmpp/names.ts'
import { loopback } from '../world/loopback.ts'
import { discordRooms } from './discord-room.ts'
import { drawn, looked, pageOf } from './picture-page.ts'
import { telegramRooms } from './telegram-room.ts'
import { waitFor } from './visitor.ts'
import { isLeftOut, xmppRooms } from './xmpp-room.ts'

const rooms = { telegram: telegramRooms(), discord: discordRooms(), xmpp: xmppRooms() }
const quiet = { social: { policy: 'mention' } }

test('a picture of Telegram comes the same way, and one that is slow, endless, cut off or gone holds up no other', async () => {
  const { fake, group, start } = await rooms.telegram(quiet)
  const service = await start()
  const good = await drawn(3_000, 1_500)
  const files = {
    endless: fake.file('iris', 1_000, 'endless'),
    boasts: fake.file('iris', 1_000, 'boasts'),
    cut: fake.file('iris', good, 'cut'),
    gone: fake.file('iris', good, 'gone'),
    of_another: fake.file('rex', good),
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
  const { get, talk, pathOf } = pageOf(service.url, `iris ${group}`)
  const paths = await Promise.all(names.map((name) => pathOf(({ text }) => text === name)))
  const shown = await Promise.all(paths.map((path) => looked(get, path)))
  expect(Object.fromEntries(names.map((name, n) => [name, shown[n]]))).toEqual({
    endless: 'pictureTooLarge',
    boasts: 'pictureTooLarge',
    cut: 'pictureGone',
    gone: 'pictureGone',
    of_another: 'pictureGone',
    sevens: 'pictureUnreadable',
    slow: 'pictureLate',
    good: 'image/jpeg jpeg 1024 512',
  })
  expect(JSON.stringify(await talk())).not.toContain('iris-file')
}, 60_000)

test('a picture of Discord reaches the page, and no longer when its message is removed', async () => {
  const { fake, lab, start } = await rooms.discord(quiet)
  const { url } = await start()
  const bytes = await drawn(40, 40)
  const attachment = (id: string) => ({
    id,
    filename: `${id}.png`,
    content_type: 'image/png',
    size: bytes.length,
    url: fake.putFile(`attachments/${id}.png`, bytes, 'image/png'),
  })
  const { get, pathOf, talk } = pageOf(url, `iris discord:${lab}`)
  const id = fake.say('bo', lab, 'look', { more: { attachments: [attachment('900'), attachment('901')] } })
  const path = await pathOf((line) => line.id === id, 1)
  expect(await looked(get, path)).toBe('image/png png 40 40')
  fake.remove(id)
  await waitFor('the removal', async () => (await talk()).every((line) => line.parts === undefined) || undefined)
  expect(await looked(get, path)).toBe('pictureGone')
})

test.skipIf(isLeftOut)(
  'a picture of XMPP reaches the page from a host that files are read from, and from no other',
  async () => {
    const bytes = await drawn(40, 40)
    const hosts = await Promise.all([0, 1].map(() => loopback((_, response) => response.end(bytes))))
    for (const { stop } of hosts) onTestFinished(stop)
    const [listed = '', other = ''] = hosts.map(({ port }) => `127.0.0.1:${port}`)
    const { room, comes, start } = await rooms.xmpp({ ...quiet, xmpp: { filesFrom: [listed] } })
    const { url } = await start()
    const bo = await comes('bo')
    for (const host of [listed, other]) {
      const address = `http://${host}/${host === listed ? 'listed' : 'other'}.png`
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await bo.say(address, { children: [xml('x', { xmlns: ns.outOfBand }, xml('url', {}, address))] })
    }
    const { get, pathOf } = pageOf(url, `iris xmpp:${room}`)
    const shown = async (name: string) =>
      looked(get, await pathOf(({ parts = [] }) => parts.some((part) => 'name' in part && part.name === name)))
    expect([await shown('listed.png'), await shown('other.png')]).toEqual(['image/png png 40 40', 'pictureGone'])
  },
)
