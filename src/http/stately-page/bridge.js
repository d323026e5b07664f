// @ts-check
// Between the feed and the frame: speaks when Stately's page has said that it listens, and to that page alone.

/** @typedef {'loading' | 'live' | 'lost'} State */
/** @typedef {{ origin: string, source: unknown, data: unknown }} Heard */
/** @typedef {{ postMessage(message: unknown, targetOrigin: string): void }} Frame */
/**
 * An EventSource.
 * @typedef {{ addEventListener(type: string, listener: (event: { data?: string }) => void): void, close(): void }} Feed
 */
/**
 * @typedef {object} Options
 * @property {() => Frame | null} frame
 * @property {() => void} reload loads Stately's page anew
 * @property {() => Feed} openFeed
 * @property {(state: State) => void} became
 * @property {(missed: number) => void} missed steps that the feed left out
 * @property {(actors: number) => void} full groups beyond these are left out
 */

export const inspector = 'https://stately.ai'

/** @param {Options} options */
export function makeBridge({ frame, reload, openFeed, became, missed, full }) {
  /** @type {Feed | undefined} */
  let feed

  function close() {
    feed?.close()
    feed = undefined
  }

  function open() {
    close()
    const own = openFeed()
    let isLost = false
    feed = own
    /** @param {string} type @param {(data: string) => void} listener */
    const on = (type, listener) =>
      own.addEventListener(type, ({ data = '' }) => {
        if (feed === own) listener(data)
      })
    on('inspect', (data) => frame()?.postMessage(JSON.parse(data), inspector))
    on('gap', (data) => missed(JSON.parse(data).missed))
    on('full', (data) => full(JSON.parse(data).actors))
    on('error', () => {
      isLost = true
      became('lost')
    })
    // Behind a lost connection there may be another process, with other groups under the same names.
    on('open', () => {
      if (!isLost) return became('live')
      close()
      became('loading')
      reload()
    })
  }

  return {
    /** A message that reached the window. @param {Heard} message */
    hear({ origin, source, data }) {
      if (origin !== inspector || source === null || source !== frame()) return
      if (typeof data !== 'object' || data === null || !('type' in data)) return
      if (data.type === '@statelyai.connected') open()
    },
    close,
  }
}
