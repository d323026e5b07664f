// A store that is deleted, replaced or emptied under a running service: nothing is acknowledged that the next start would not have.
import { copyFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { says } from '../llm/fake-provider.ts'
import { type Running, tempFolders } from './running.ts'
import { waitFor } from './visitor.ts'
import { serviceWorld } from '../world/service-world.ts'

const folder = tempFolders()

async function service() {
  return serviceWorld({ home: folder(), social: { policy: 'mention' } })
}

const logged = ({ lines }: Running, msg: string) => lines.find((line) => line.msg.startsWith(msg))

test.each([
  ['deleted', (store: string) => rmSync(store), /chime\.sqlite was deleted or moved away$/],
  [
    'deleted with its folder',
    (store: string) => rmSync(dirname(store), { recursive: true }),
    /chime\.sqlite was deleted or moved away$/,
  ],
  [
    'replaced',
    (store: string) => {
      copyFileSync(store, `${store}.copy`)
      renameSync(`${store}.copy`, store)
    },
    /chime\.sqlite was replaced by another file$/,
  ],
  ['emptied', (store: string) => truncateSync(store), /chime\.sqlite was cut short or written over$/],
  [
    'robbed of what its log holds',
    (store: string) => truncateSync(`${store}-wal`),
    /chime\.sqlite-wal was cut short or written over$/,
  ],
  ['robbed of its log', (store: string) => rmSync(`${store}-wal`), /chime\.sqlite-wal was deleted or moved away$/],
])('a store that is %s: the next post is refused already, and /health and the log say why', async (_, lose, why) => {
  const { service: here } = await service()
  const { visitor, store } = here
  await visitor.say('lobby', 'Good morning.')
  lose(store)
  expect(await visitor.post('lobby', 'Iris, how many?', { id: 'm1' })).toMatchObject({ status: 503 })
  expect(await visitor.health()).toMatchObject({
    status: 'degraded',
    storeLost: true,
    postsRefused: true,
    failures: { store: { error: expect.any(String) }, posts: { error: expect.any(String) } },
  })
  expect(logged(here, 'the store is gone')).toMatchObject({ level: 'error', error: expect.stringMatching(why) })
  expect((await visitor.messages('lobby')).map(({ text }) => text)).toEqual(['Good morning.'])
})

test('it is noticed though nobody posts; a model’s answer waits until the store is back, and then posts are taken', async () => {
  const { service: here, chat } = await service()
  const { visitor, store } = here
  let answer = (): void => {}
  chat.behave({ compose: (...call) => void (answer = () => says('Take more samples.')(...call)) })
  await visitor.say('lobby', 'Iris, how many?', { id: 'm1' })
  await waitFor('the question to the model', () => chat.asked[0])
  renameSync(store, `${store}.away`)
  await waitFor('the log line', () => logged(here, 'the store is gone'))
  expect(await visitor.health()).toMatchObject({ status: 'degraded', storeLost: true })
  answer()
  await waitFor('a refused write', () => logged(here, 'the store refused a write'))
  expect(await visitor.replies('lobby')).toEqual([])

  renameSync(`${store}.away`, store)
  await visitor.reply('lobby', { id: 'm1', bot: 'iris' })
  expect(await visitor.post('lobby', 'Thank you.')).toMatchObject({ status: 201 })
  expect(await visitor.health()).toMatchObject({ status: 'ok', storeLost: false, postsRefused: false })
  expect(chat.asked).toHaveLength(1)
})
