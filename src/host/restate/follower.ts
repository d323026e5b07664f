// A worker whose page shows all rooms reads what others did in them, as the cluster's memory has it.
import { setTimeout as wait } from 'node:timers/promises'

interface Options {
  postgres: {
    commitsAfter(
      cursor: number,
      most: number,
    ): Promise<{ cursor: number; commits: readonly { room: string; seq: number }[] }>
    newestCursor(): Promise<number>
  }
  /** Others are read up on when a turn of theirs comes here. */
  isFollowed: (room: string) => boolean
  /** Reads up on a room. */
  follow: (room: string, turn: number) => Promise<void>
  /** Rooms of which something in between could not be read, and the newest turn that is known of each. */
  gaps: (most: number) => readonly { room: string; turn: number }[]
  failed: (error: unknown) => void
}

const everyMs = 300
const whenAwayMs = 3_000
const most = 200
/** A worker that starts shows the rooms of so many turns before, too. */
const readBack = 2_000

export function makeFollower({ postgres, isFollowed, follow, gaps, failed }: Options) {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  let isAway = false

  async function run(): Promise<void> {
    let cursor: number | undefined
    while (!stopped.signal.aborted) {
      let pauseMs = everyMs
      try {
        // oxlint-disable no-await-in-loop -- one page after the other
        cursor ??= Math.max(0, (await postgres.newestCursor()) - readBack)
        const read = await postgres.commitsAfter(cursor, most)
        const newest = new Map(read.commits.map(({ room, seq }) => [room, seq]))
        for (const [room, turn] of newest) if (isFollowed(room)) await follow(room, turn)
        for (const { room, turn } of gaps(most)) await follow(room, turn)
        cursor = read.cursor
        isAway = false
        if (read.commits.length === most) continue
      } catch (error) {
        // The writer tells of it once; so does this.
        if (!isAway) failed(error)
        isAway = true
        pauseMs = whenAwayMs
      }
      await wait(pauseMs, undefined, { signal: stopped.signal }).catch(() => {})
      // oxlint-enable no-await-in-loop
    }
  }

  return {
    start: (): void => void (running ??= run()),
    async stop(): Promise<void> {
      stopped.abort()
      await running
    },
  }
}
