// Plays a script: people speak by the clock or on a cue, and what a bot says reaches the other one.
import type { InboundMessage } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { makeVirtualGroups } from '../virtual/virtual-groups.ts'
import type { Line, Scene } from './script.ts'

/** Times are ms since the start. */
export interface Audience {
  scene(title: string): void
  /** Somebody of the script speaks. */
  spoke(message: InboundMessage): void
  /** A bot hands a message to the channel; the trace's `send` follows. */
  posts(message: InboundMessage): void
  trace(line: TraceLine, bot: string): void
}

interface Coming {
  message: InboundMessage
  scene?: Scene
}

/** From one bot's post to the other bot's inbox. */
const relayMs = 100
// The clock starts somewhere past 0, which no message may claim to be from.
const startAt = Date.UTC(2026, 0, 5, 13)

export function perform(scenes: readonly Scene[], config: Config, seed: number, audience: Audience): void {
  const cues = new Map<Line, Scene>()
  const coming: Coming[] = []
  const { bots } = config
  let spoken = 0
  let last: Scene | undefined

  const say = ({ who, text, bot = false }: Line, scene: Scene, ts: number): void => {
    const sender = { id: who, name: who, bot }
    coming.push({ scene, message: { id: `line-${(spoken += 1)}`, group: scene.room, ts, sender, text } })
  }

  const told = (line: TraceLine, bot: string): void => {
    audience.trace({ ...line, at: line.at - startAt }, bot)
    const does = line.kind === 'send' ? 'says' : isPause(line) ? 'waits' : undefined
    const next = cues.entries().find(([{ cue }, scene]) => cue?.bot === bot && cue.does === does && scene === last)
    if (!next) return
    const [cued, scene] = next
    cues.delete(cued)
    say(cued, scene, line.at + cued.at * 1_000)
  }

  const groups = makeVirtualGroups({
    config,
    bots,
    roster: bots,
    decide: 'rehearsal',
    seed,
    startAt,
    told,
    said(message) {
      audience.posts(sinceStart(message))
      coming.push({ message: { ...message, ts: message.ts + relayMs } })
    },
  })

  for (const scene of scenes) {
    for (const line of scene.lines) {
      if (line.cue) cues.set(line, scene)
      else say(line, scene, startAt + line.at * 1_000)
    }
  }
  for (;;) {
    const next = coming.toSorted((a, b) => a.message.ts - b.message.ts)[0]
    const due = groups.nextDue()
    if (next && (due === undefined || next.message.ts < due)) hear(next)
    else if (due !== undefined) groups.runUntil(due)
    else return
  }

  function hear(next: Coming): void {
    const { message, scene } = next
    coming.splice(coming.indexOf(next), 1)
    if (scene && scene !== last) audience.scene(scene.title)
    last = scene ?? last
    if (scene) audience.spoke(sinceStart(message))
    groups.hear(message)
  }
}

const isPause = (line: TraceLine): boolean =>
  line.kind === 'verdict' && line.gate === 'delay' && line.outcome === 'wait'

const sinceStart = (message: InboundMessage): InboundMessage => ({ ...message, ts: message.ts - startAt })
