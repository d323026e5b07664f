// Between the feed and the frame: speaks when Stately's page has said that it listens, and to that page alone.

export type State = 'loading' | 'live' | 'lost'

interface Options {
  frame(): { postMessage(message: unknown, targetOrigin: string): void } | null | undefined
  /** Loads Stately's page anew. */
  reload(): void
  openFeed(): Feed
  became(state: State): void
  /** Steps that the feed left out. */
  missed(steps: number): void
  /** Groups beyond these are left out. */
  full(groups: number): void
}

/** An EventSource. */
interface Feed {
  addEventListener(type: string, listener: (event: { data?: string }) => void): void
  close(): void
}

export const inspector = 'https://stately.ai'

export function makeBridge({ frame, reload, openFeed, became, missed, full }: Options) {
  let feed: Feed | undefined

  function close(): void {
    feed?.close()
    feed = undefined
  }

  function open(): void {
    close()
    const own = openFeed()
    let isLost = false
    feed = own
    const on = (type: string, listener: (data: string) => void) =>
      own.addEventListener(type, ({ data = '' }) => {
        if (feed === own) listener(data)
      })
    on('inspect', (data) => frame()?.postMessage(JSON.parse(data), inspector))
    on('gap', (data) => missed((JSON.parse(data) as { missed: number }).missed))
    on('full', (data) => full((JSON.parse(data) as { actors: number }).actors))
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
    /** A message that reached the window. */
    hear({ origin, source, data }: { origin: string; source: unknown; data: unknown }): void {
      if (origin !== inspector || !source || source !== frame()) return
      if (typeof data !== 'object' || data === null || !('type' in data)) return
      if (data.type === '@statelyai.connected') open()
    },
    close,
  }
}
