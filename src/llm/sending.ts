// Whether a request of `fetch` has left this machine: undici tells when it writes the headers.
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'

interface Sending {
  isAsked: boolean
  /** undici has made a request of it. */
  isMade: boolean
  isSent: boolean
}

const current = new AsyncLocalStorage<Sending>()
const made = new WeakMap<object, Sending>()
/** Of HTTP/2 nobody promises that the headers are told. */
let speaksHttp2 = false

subscribe('undici:request:create', (message) => {
  const sending = current.getStore()
  if (!sending) return
  made.set((message as { request: object }).request, sending)
  sending.isMade = true
})
subscribe('undici:client:sendHeaders', (message) => {
  const sending = made.get((message as { request: object }).request)
  if (sending) sending.isSent = true
})
subscribe('undici:client:connected', (message) => {
  const { socket } = message as { socket?: { alpnProtocol?: unknown } }
  if (socket?.alpnProtocol === 'h2') speaksHttp2 = true
})

/** The same `fetch`, whose requests are known to have been asked for. */
export const watchedFetch =
  (work: typeof fetch): typeof fetch =>
  (...args) => {
    const sending = current.getStore()
    if (sending) sending.isAsked = true
    return work(...args)
  }

/** Watches the requests that a `watchedFetch` is asked for within `run`. */
export function watchSending() {
  const sending: Sending = { isAsked: false, isMade: false, isSent: false }
  return {
    run: <T>(work: () => T): T => current.run(sending, work),
    /** None of them has left; false where that is not known. */
    isUnsent: (): boolean => !sending.isAsked || (sending.isMade && !sending.isSent && !speaksHttp2),
  }
}
