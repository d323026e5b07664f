// Plays a script: people speak by the clock or on a cue, and what a bot says reaches the other one.
import { isTypingDelay } from '../../../machines/group/verdicts/kinds.ts'
import type { InboundMessage } from '../../channels/channel.ts'
import type { Config } from '../../config/config.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { untilStopped } from '../virtual/metered-models.ts'
import { makeVirtualGroups, relayMs, startAt, type VirtualGroupsOptions } from '../virtual/virtual-groups.ts'

export type Room = 'lobby' | 'release'

export interface Line {
  /** Seconds since the start; with a cue, seconds after it. */
  at: number
  who: string
  text: string
  /** Somebody else's bot, that is none of Chime's. */
  bot?: boolean
  /** What a bot does before the line is said: its draft waits its pause, or it says something. */
  cue?: { bot: string; does: 'waits' | 'says' }
}

export interface Scene {
  title: string
  room: `web:${Room}`
  lines: Line[]
  /** Whose word opens it where no person does, once the talk has moved to another room. */
  opensWith?: string
}

/** Times are ms since the start. */
export interface Audience {
  scene(title: string): void
  /** Somebody of the script speaks. */
  spoke(message: InboundMessage): void
  /** A bot hands a message to the channel; the trace's `send` follows. */
  posts(message: InboundMessage): void
  trace(line: TraceLine, bot: string): void
}

export interface Performance {
  config: Config
  seed: number
  decide?: VirtualGroupsOptions['decide']
  /** How many lines of people were said. */
  passed?: (count: number) => void
}

/** A line whose cue never comes is not said. */
export async function perform(
  scenes: readonly Scene[],
  { config, seed, decide = 'rehearsal', passed = () => {} }: Performance,
  audience: Audience,
): Promise<void> {
  const cues = new Map<Line, Scene>()
  const { bots } = config
  const people = new Set(scenes.flatMap(({ lines }) => lines.flatMap(({ who, bot }) => (bot ? [] : [who]))))
  const unopened = new Set(scenes.filter(({ opensWith }) => opensWith !== undefined))
  let [announced, spoken] = [0, 0]
  let last: Scene | undefined

  const say = ({ who, text, bot = false }: Line, scene: Scene, ts: number): void => {
    const sender = { id: who, name: who, bot }
    const message = { id: `line-${(announced += 1)}`, group: scene.room, ts, sender, text }
    groups.later(ts, () => hear(message, scene))
  }

  const traced = (line: TraceLine, bot: string): void => {
    const opened = line.kind === 'send' && unopened.values().find((scene) => isOpenedBy(scene, line.group, bot))
    if (opened) {
      unopened.delete(opened)
      audience.scene(opened.title)
      last = opened
    }
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
    decide,
    seed,
    startAt,
    traced,
    said: (message) => audience.posts(sinceStart(message)),
    relayMs,
    // All of them sit in both rooms from the start, also before their first word.
    membersIn: () => people,
  })

  for (const scene of scenes) {
    for (const line of scene.lines) {
      if (line.cue) cues.set(line, scene)
      else say(line, scene, startAt + line.at * 1_000)
    }
  }
  await untilStopped(groups.passOut)

  function isOpenedBy({ opensWith, room }: Scene, group: string, bot: string): boolean {
    return opensWith === bot && room === group && last !== undefined && last.room !== room
  }

  function hear(message: InboundMessage, scene: Scene): void {
    if (scene !== last) audience.scene(scene.title)
    last = scene
    audience.spoke(sinceStart(message))
    passed((spoken += 1))
    groups.take(message)
  }
}

const isPause = (line: TraceLine): boolean => line.kind === 'verdict' && isTypingDelay(line)

const sinceStart = (message: InboundMessage): InboundMessage => ({ ...message, ts: message.ts - startAt })
