// The thread in which a page becomes text: tags that are nested a hundred thousand deep take half a minute of it, and of nobody else.
import { parentPort, workerData } from 'node:worker_threads'
import { convert } from 'html-to-text'
import type { Page } from './page-text.ts'

const { html, url } = workerData as Page

const skipped = ['nav', 'img', 'svg', 'noscript', 'template', 'iframe', 'form', '[hidden]', '[aria-hidden="true"]']
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Empty: it leads nowhere that could be fetched. */
function whole(link: string): string {
  const found = URL.parse(link, url)
  return found && /^https?:$/.test(found.protocol) ? found.href : ''
}

const text = convert(html, {
  baseElements: { selectors: ['title', 'body'] },
  wordwrap: false,
  limits: { maxDepth: 200 },
  selectors: [
    ...skipped.map((selector) => ({ selector, format: 'skip' })),
    ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a', options: { pathRewrite: whole, noAnchorUrl: true, hideLinkHrefIfSameAsText: true } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
parentPort?.postMessage(text)
