// Bots of a room speak over each other on Restate as often as in virtual time: the floor is in the room's own turn (L3).
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../../src/channels/plugins.ts'
import { layerSettings } from '../../../src/config/groups.ts'
import { makeVirtualHost, type VirtualHostOptions } from '../../../src/host/virtual/virtual-host.ts'
import { playParty } from '../../../src/lab/party/play.ts'
import type { PlayHost } from '../../../src/lab/virtual/play-host.ts'
import { ledPlay } from './led-play.ts'

/** CHIME_PATHS=all: the whole table, of longer parties. */
const areAll = process.env['CHIME_PATHS'] === 'all'

interface Row {
  pace: 'hint' | 'colleague'
  /** From one bot's post to the other bots' inboxes. */
  relayMs: number
  hasFloor: boolean
}

const rows: Row[] = areAll
  ? (['hint', 'colleague'] as const).flatMap((pace) =>
      [100, 600, 1_000].flatMap((relayMs) => [true, false].map((hasFloor) => ({ pace, relayMs, hasFloor }))),
    )
  : [true, false].map((hasFloor) => ({ pace: 'colleague', relayMs: 1_000, hasFloor }))

const plain = loadConfig({ env: {}, cwd: import.meta.dirname })
// Each bot judges for itself: nothing but the floor keeps two of them from the same answer.
const config = {
  ...plain,
  groupSocial: layerSettings([plain.groupSocial, { decision: { sharedInRoom: false } }]),
}

const withoutFloor = ({ hosted, ...options }: VirtualHostOptions): VirtualHostOptions => ({
  ...options,
  hosted: { ...hosted, room: { ...hosted.room, floorOf: () => [] } },
})

test.each(rows)(
  'a party comes to the same figures there (pace $pace, relay $relayMs ms, with a floor: $hasFloor)',
  { timeout: 600_000 },
  async ({ pace, relayMs, hasFloor }) => {
    const play = async (makeHost: (options: VirtualHostOptions) => PlayHost) => {
      const lines: object[] = []
      const of = { bots: 3, people: 4, minutes: areAll ? 30 : 8, seed: 6, pace, rooms: 1 }
      const figures = await playParty(config, of, {
        relayMs,
        makeHost: (options) => makeHost(hasFloor ? options : withoutFloor(options)),
        trace: (line) => void lines.push(line),
      })
      return { figures, lines }
    }
    const led: ReturnType<typeof ledPlay>[] = []
    onTestFinished(async () => void (await Promise.all(led.map(({ stop }) => stop()))))
    const virtual = await play(makeVirtualHost)
    const there = await play((options) => {
      const one = ledPlay(options)
      led.push(one)
      return one.play
    })
    const { overlaps, questions } = there.figures
    const yields = there.lines.filter((line) => 'why' in line && line.why === 'floorTaken').length
    process.stdout.write(
      `${pace}, ${relayMs} ms, ${hasFloor ? 'with' : 'without'} the floor: ${overlaps.questions} of ${questions.answered} ` +
        `answered by two bots, ${yields} drafts waited, ${led[0]?.turns()} turns\n`,
    )
    // Without the floor two bots may post in the same ms: which of them is told first differs.
    const compared = hasFloor ? [there, virtual] : [there.figures, virtual.figures]
    expect(compared[0]).toEqual(compared[1])
    expect(hasFloor ? overlaps.questions : yields).toBe(0)
    const isWorst = pace === 'colleague' && relayMs === 1_000
    expect(isWorst ? [overlaps.questions > 0, yields > 0] : []).toEqual(isWorst ? [!hasFloor, hasFloor] : [])
  },
)
