// Plays a script: people speak by the clock or on a cue, and what a bot says reaches the other one.
import type { InboundMessage } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { makeVirtualGroups } from '../virtual/virtual-groups.ts'
import type { Line, Scene } from './script.ts'

export interface Audience {
  scene(title: string): void
  /** A person speaks; `at` is ms since the start, here and below. */
  spoke(at: number, who: string, text: string): void
  trace(line: TraceLine, bot: string): void
}

interface Coming {
  message: InboundMessage
  scene?: Scene
}

export const demoGroup = 'web:lobby'
/** From one bot's post to the other bot's inbox. */
const relayMs = 250
// The clock starts somewhere past 0, which no message may claim to be from.
const startAt = Date.UTC(2026, 0, 5, 9)

export function perform(scenes: readonly Scene[], config: Config, seed: number, audience: Audience): void {
  const cues = new Map<Line, Scene>()
  const coming: Coming[] = []
  const { bots } = config
  let spoken = 0
  let last: Scene | undefined

  const say = ({ who, text }: Line, scene: Scene, ts: number): void => {
    const id = `line-${(spoken += 1)}`
    coming.push({ scene, message: { id, group: demoGroup, ts, sender: { id: who, name: who, bot: false }, text } })
  }

  const told = (line: TraceLine, bot: string): void => {
    audience.trace({ ...line, at: line.at - startAt }, bot)
    if (line.kind !== 'verdict' || line.gate !== 'delay' || line.outcome !== 'wait') return
    for (const [cue, scene] of cues) {
      if (cue.waits !== bot || scene !== last) continue
      cues.delete(cue)
      say(cue, scene, line.at + cue.at * 1_000)
    }
  }

  const groups = makeVirtualGroups({
    config,
    bots,
    roster: bots,
    decide: 'rehearsal',
    seed,
    startAt,
    told,
    said: (message) => coming.push({ message: { ...message, ts: message.ts + relayMs } }),
  })

  for (const scene of scenes) {
    for (const line of scene.lines) {
      if (line.waits === undefined) say(line, scene, startAt + line.at * 1_000)
      else cues.set(line, scene)
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
    if (scene) audience.spoke(message.ts - startAt, message.sender.name, message.text)
    groups.hear(message)
  }
}
