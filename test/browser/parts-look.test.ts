// Nothing for axe to object to in a room whose messages carry something, in both themes and at three widths.
import axe from 'axe-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../channels/web-uploads.ts'
import { iris, quick, type Running } from '../e2e/running.ts'
import { scriptedChat } from '../fakes/scripted-chat.ts'
import { browserTests } from './chromium.ts'
import { pageOf } from './look.ts'
import { give } from './parts-world.ts'
import { served } from './served.ts'

const open = browserTests()
let service: Running
let chat: Awaited<ReturnType<typeof scriptedChat>>

beforeAll(async () => {
  chat = await scriptedChat(() => 'It is **significant**: see [the paper](https://example.org/p).')
  service = await served({
    bots: [{ ...iris, model: chat.model }],
    groupSocial: { ...quick, style: { ...quick.style, markdown: true } },
    channels: { web: { rooms: [{ id: 'look' }] } },
  })
})

afterAll(async () => {
  await service?.stop()
  await chat?.stop()
})

const chatOf = (room: string) => `${service.url}/chat/#${room}`
const ofIris = (room: string) => `${pageOf(service)}#actor=${encodeURIComponent(`iris web:${room}`)}`

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the %s theme, at three widths, and nothing is cut',
  async (colorScheme) => {
    const { visitor } = service
    if ((await visitor.messages('look')).length === 0) await filled('look')
    for (const url of [ofIris('look'), chatOf('look')]) {
      // oxlint-disable no-await-in-loop -- one view after the other
      const page = await open(url, { colorScheme, reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
      await page.locator('.md strong').first().waitFor({ state: 'attached' })
      await page.evaluate(axe.source)
      for (const width of [1280, 800, 390]) {
        await page.setViewportSize({ width, height: 800 })
        if (width < 1280 && !url.includes('/chat/'))
          await page.getByRole('navigation', { name: 'What is shown' }).getByRole('button', { name: 'Room' }).click()
        if (width === 1280) {
          await give(page, 'paste', 'cat.png', png)
          await page.locator('.attached img').waitFor()
          await page.getByRole('button', { name: 'Quote Ann' }).first().click()
        }
        await page.locator('.composer').waitFor()
        const found = await page.evaluate(`axe.run(document).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`)
        const over = await page.evaluate('document.documentElement.scrollWidth')
        expect({ url, width, found, over }).toEqual({ url, width, found: [], over: width })
      }
      // oxlint-enable no-await-in-loop
    }
  },
)

/** A message with a picture and a file, an answer in markdown, and a quote of it. */
async function filled(room: string): Promise<void> {
  const { visitor, url } = service
  const sent = async (name: string, body: Uint8Array): Promise<string> => {
    const headers = { 'content-type': 'application/octet-stream' }
    const response = await fetch(`${url}/api/rooms/${room}/files?name=${name}`, {
      method: 'POST',
      headers,
      body: Buffer.from(body),
    })
    return ((await response.json()) as { id: string }).id
  }
  const files = [await sent('cat.png', png), await sent('notes.txt', Buffer.from('notes'))]
  const id = await visitor.say(room, 'Iris, is this significant?', { files })
  const { id: replyTo } = await visitor.reply(room, { id, bot: 'iris' })
  await visitor.say(room, 'so it is', { replyTo, quote: 'significant' })
}
