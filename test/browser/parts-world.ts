// What messages carry, as a browser gives it to a page and as a room shows it.
import type { Page } from 'playwright-core'
import type { RoomMessage } from '../../src/channels/web/contract.ts'

/** As a browser does with a file on the clipboard, or over the page. */
export const give = (page: Page, how: 'paste' | 'drop', name: string, bytes: Uint8Array): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(${JSON.stringify([...bytes])})], ${JSON.stringify(name)}))
    const on = document.querySelector(${JSON.stringify(how === 'paste' ? '#say' : '.talk-lines')})
    on.dispatchEvent(${
      how === 'paste'
        ? "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })"
        : "new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })"
    })
  }`)

export const line = (seq: number, parts: NonNullable<RoomMessage['parts']>): RoomMessage => ({
  seq,
  room: 'shown',
  id: `k${seq}`,
  sender: 'person:ann',
  name: 'Ann',
  bot: false,
  text: '',
  ts: 1_790_000_000_000,
  parts,
})

/** The room shows these from now on, as if they had been said. */
export async function holds(page: Page, room: string, messages: RoomMessage[]): Promise<void> {
  await page.route(`**/api/rooms/${room}/messages*`, (route) => route.fulfill({ json: { messages } }))
  await page.reload()
}
