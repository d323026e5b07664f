// What messages carry, on the pages: sent by paste, drop and button, drawn small, quoted; markdown of answers; nothing of it runs.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../channels/web-uploads.ts'
import { iris, quick, type Running } from '../e2e/running.ts'
import { scriptedChat } from '../fakes/scripted-chat.ts'
import { browserTests } from './chromium.ts'
import { heard, pageOf, polling, say } from './look.ts'
import { give, holds, line } from './parts-world.ts'
import { served } from './served.ts'

const open = browserTests()
const runs = `<img src="/x" onerror="document.title = 'ran'"><script>document.title = 'ran'</script>`
const answer = [
  '## The result',
  'It is **significant**, ~~not~~ *by far*: see [the paper](https://example.org/p?a=1) or www.example.org.',
  `${runs} and [this](javascript:document.title='ran') and ![a cat](data:text/html,${encodeURIComponent(runs)})`,
  '1. first\n2. second\n   - [x] deeper',
  '```html\n<b onclick="1">code</b>\n```',
  '| test | p |\n|:--|--:|\n| Welch | `0.01` |',
  '> quoted',
].join('\n\n')
let service: Running
let chat: Awaited<ReturnType<typeof scriptedChat>>

beforeAll(async () => {
  chat = await scriptedChat(() => 'It is **significant**: see [the paper](https://example.org/p).')
  service = await served({
    bots: [{ ...iris, model: chat.model }],
    groupSocial: { ...quick, style: { ...quick.style, markdown: true, maxCharsPerMessage: 4_000 } },
    channels: { web: { rooms: ['pasted', 'marked', 'names', 'refused', 'kinds'].map((id) => ({ id })) } },
  })
})

afterAll(async () => {
  await service?.stop()
  await chat?.stop()
})

const chatOf = (room: string) => `${service.url}/chat/#${room}`
const ofIris = (room: string) => `${pageOf(service)}#actor=${encodeURIComponent(`iris web:${room}`)}`

const isDrawn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].every((img) => img.naturalWidth > 0)`)

test('a picture is pasted, posted without a word, shown small and large, and quoted', async () => {
  const page = await open(ofIris('pasted'))
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann')
  await give(page, 'paste', 'cat.png', png)
  await page.locator('.attached img').waitFor()
  expect(await page.locator('.attached li').innerText()).toMatch(/^cat\.png\s+\d+ B\s+✕$/)
  await page.locator('#say').press('Enter')
  const small = page.getByRole('button', { name: 'Show cat.png large' })
  await small.locator('img').waitFor()
  await expect.poll(() => isDrawn(page, '.photo img'), polling).toBe(true)
  expect(await page.locator('.attached').count()).toBe(0)
  await small.click()
  await page.getByRole('dialog', { name: 'cat.png' }).getByRole('img').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count(), polling).toBe(0)

  await page.getByRole('button', { name: 'Quote Ann' }).click()
  expect(await page.locator('.attached').innerText()).toMatch(/^Quoting Ann \[cat\.png\]\s+✕$/)
  await say(page, 'what is this?')
  const quote = page.locator('.quoted')
  await quote.waitFor()
  expect(await quote.innerText()).toMatch(/^Ann \w+ \d+, \d{4}, [\d:]+\s[AP]M\s+\[image: cat\.png, \d+ B\]$/)
  const second = (await service.visitor.messages('pasted')).findLast(({ bot }) => !bot)
  expect(second?.parts).toMatchObject([{ kind: 'quote', name: 'Ann', sender: 'person:ann' }])
})

test('a passage that is selected is what is quoted', async () => {
  await service.visitor.say('names', 'We ship on Friday. Agreed?', { name: 'Ben' })
  const page = await open(chatOf('names'))
  await heard(page, 'We ship on Friday. Agreed?')
  await page.evaluate(`{
    const text = document.querySelector('.text').firstChild
    getSelection().setBaseAndExtent(text, 8, text, 17)
  }`)
  await page.getByRole('button', { name: 'Quote Ben' }).click()
  await say(page, 'no')
  await expect.poll(() => page.locator('.quoted .clamp').innerText(), polling).toBe('on Friday')
})

test('an answer in markdown is drawn: nothing of it is markup, and no link leads to a script', async () => {
  const page = await open(chatOf('marked'))
  await say(page, 'Iris, is it **significant**?')
  await page.locator('.md strong').getByText('significant').waitFor()
  // People write as they write.
  await heard(page, 'Iris, is it **significant**?')
  await holds(page, 'marked', [{ ...line(1, []), id: 'a1', sender: 'iris', name: 'Iris', bot: true, text: answer }])
  const drawn = page.locator('.md').first()
  await drawn.getByText('The result').waitFor()
  expect(
    await page.evaluate(`{
      const all = (selector) => [...document.querySelector('.md').querySelectorAll(selector)]
      ;({
        links: all('a').map((a) => [a.textContent, a.getAttribute('href'), a.target, a.rel].join(' ')),
        strong: all('strong, em, del').map(({ textContent }) => textContent),
        lists: all('ol > li, ul > li').map((li) => li.firstElementChild?.textContent ?? li.textContent),
        code: all('pre').map(({ textContent }) => textContent),
        cells: all('th, td').map((cell) => cell.textContent + ' ' + cell.style.textAlign),
        quotes: all('blockquote').map(({ textContent }) => textContent),
        odd: all('script, img, b, iframe, [onerror], [onclick]').length,
        title: document.title,
      })
    }`),
  ).toEqual({
    links: [
      'the paper https://example.org/p?a=1 _blank noopener noreferrer',
      'www.example.org http://www.example.org _blank noopener noreferrer',
    ],
    strong: ['significant', 'not', 'by far'],
    lists: ['first', 'second', 'deeper'],
    code: ['<b onclick="1">code</b>'],
    cells: ['test left', 'p right', 'Welch left', '0.01 right'],
    quotes: ['quoted'],
    odd: 0,
    title: 'marked · Chime',
  })
  expect(await drawn.innerText()).toContain(`${runs} and this and a cat`)
})

test('files go by button and by drop; a name is a name, and SVG is saved, not shown', async () => {
  const page = await open(ofIris('names'))
  const name = `<img src=x onerror=document.title='ran'>.svg`
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>document.title='ran'</script></svg>`)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a picture or a file' }).press('Enter'),
  ])
  await chooser.setFiles([{ name, mimeType: 'image/svg+xml', buffer: svg }])
  await give(page, 'drop', 'notes.txt', Buffer.from('two lines\nof notes'))
  await expect.poll(() => page.locator('.attached li i').count(), polling).toBe(2)
  await say(page, 'see')
  const link = page.getByRole('link', { name: 'onerror' })
  await link.waitFor()
  expect([
    await link.textContent(),
    await link.getAttribute('download'),
    await page.locator('.file img').count(),
  ]).toEqual([name, name, 0])
  const address = `${service.url}${await link.getAttribute('href')}`
  const [download] = await Promise.all([page.waitForEvent('download'), page.evaluate(`location.assign('${address}')`)])
  expect(await page.title()).not.toBe('ran')
  await download.cancel()
  await page.getByRole('link', { name: 'notes.txt' }).waitFor()
})

test('what cannot be sent says why, in both languages, and is removed by keyboard', async () => {
  const page = await open(chatOf('refused'), { mayComplain: /415/ })
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ann')
  await page.evaluate(`{
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(10_000_001)], 'large.bin'))
    data.items.add(new File([], 'empty.txt'))
    data.items.add(new File([new Uint8Array([0x4d, 0x5a, ...new Array(400).fill(0)])], 'setup.exe'))
    document.querySelector('.talk-lines').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  }`)
  const alerts = page.locator('.attached [role=alert]')
  await expect
    .poll(() => alerts.allTextContents(), polling)
    .toEqual(['too large: at most 10.0 MB', 'this file is empty, or a folder', 'programs are not taken'])
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Remove large.bin' }).press('Enter')
  await page.getByRole('button', { name: 'Remove empty.txt' }).press('Enter')
  await page.getByRole('button', { name: 'Remove setup.exe' }).press('Enter')
  expect(await page.locator('.attached').count()).toBe(0)
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('button', { name: '发送' }).waitFor()
  await give(page, 'paste', 'setup.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(400)]))
  await expect.poll(() => alerts.allTextContents(), polling).toEqual(['不接收程序文件'])
})

test('every other kind is drawn by what is known of it, forwarded messages folded', async () => {
  const lines = Array.from({ length: 12 }, (_, i) => ({ name: `Person ${i}`, text: `said ${i}` }))
  const messages = [
    line(1, [
      { kind: 'voice', seconds: 12.4, bytes: 34_000 },
      { kind: 'sticker', alt: '👍' },
    ]),
    line(2, [
      { kind: 'image', name: 'away.png', width: 640, height: 480 },
      { kind: 'video', name: 'v.mp4' },
    ]),
    line(3, [{ kind: 'forward', title: 'Ops', lines, more: 188 }]),
    line(4, [{ kind: 'card', title: 'Release', text: 'On Friday' }]),
    line(5, [{ kind: 'location', name: 'Harbour', latitude: 53.5, longitude: 9.9 }]),
    line(6, [{ kind: 'audio', name: 'a.mp3', ref: '/api/rooms/kinds/files/none' }]),
    line(7, [{ kind: 'quote', text: 'long ago' }]),
  ]
  const page = await open(chatOf('kinds'), { mayComplain: /404/ })
  await holds(page, 'kinds', messages)
  await page.locator('.quoted').waitFor()
  const drawn = await page.locator('.parts').allInnerTexts()
  expect(drawn.map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    '♪ voice message 13 s · 34 KB ☺ 👍 sticker',
    '▣ away.png picture · 640×480 ▷ v.mp4 video',
    '200 messages from Ops',
    'Release On Friday',
    '◎ Harbour 53.50000, 9.90000',
    '♪ a.mp3 audio',
    'somebody long ago',
  ])
  expect(await page.locator('audio').getAttribute('aria-label')).toBe('Play a.mp3')
  await page.locator('summary').click()
  expect(await page.locator('.bundle li').count()).toBe(12)
  expect(await page.locator('.bundle > p').innerText()).toBe('and 188 more')
})
