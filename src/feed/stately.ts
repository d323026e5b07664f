// What Stately's inspector is told of the groups: the chart, states, event names and figures; never a text or a name.
import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import type { ActorRefLike, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import type { GroupContext } from '../../machines/group/context.ts'

interface StatelyStep {
  key: string
  bot: string
  event: { type: string }
  snapshot: unknown
}

/** A step in the ring: the page is told `text` when it follows the actor. */
interface StepText {
  name: string
  shown: Shown
  text: string
}

interface Shown {
  status: AnyMachineSnapshot['status']
  value: unknown
  context: Record<string, number>
}

const stepsAtOnce = 100
/** Deeper than any chart: what lies below is cut off. */
const chartDepth = 64

/**
 * `stream()` is server-sent events for one page: `inspect` StatelyInspectionEvent · `gap` {missed}, steps it was too
 * slow for · `full` {actors}, once a group beyond them is left out. It begins with the groups that stepped last.
 */
export function makeStately(machine: AnyStateMachine, { ringSize = 1_024, maxActors = 50 } = {}) {
  const ring: (StepText | undefined)[] = Array.from({ length: ringSize })
  const names = new Map<string, string>()
  const groupsOf = new Map<string, number>()
  // The one that stepped last is the last.
  const latest = new Map<string, Shown>()
  const waiting = new Set<() => void>()
  let position = 0
  let outbox: StatelyInspectionEvent[] = []
  const inspector = createInspector(
    { send: (event) => void outbox.push(event) },
    {
      serialize: named,
      sanitizeEvent: ({ type }) => ({ type }),
      sanitizeContext: figuresAlone,
      serializationDepthLimit: chartDepth,
    },
  )

  function writtenBy(tell: () => void): string {
    outbox = []
    tell()
    return outbox.map((event) => sse('inspect', event)).join('')
  }

  const registered = (name: string, shown: Shown): string =>
    writtenBy(() => inspector.actor({ sessionId: name, logic: machine } as unknown as ActorRefLike, shown))

  /** `iris 1` is the first of Iris's groups that stepped. */
  function nameOf({ key, bot }: StatelyStep): string {
    const known = names.get(key)
    if (known !== undefined) return known
    const n = (groupsOf.get(bot) ?? 0) + 1
    groupsOf.set(bot, n)
    names.set(key, `${bot} ${n}`)
    return `${bot} ${n}`
  }

  /** What one page has not been told yet, piece by piece. */
  function reader(): () => string | undefined {
    const cast = [...latest]
    const followed = new Set<string>()
    let cursor = position
    let isFull = false

    const follow = (name: string, shown: Shown): string => {
      followed.add(name)
      return registered(name, shown)
    }
    const tell = ({ name, shown, text }: StepText): string => {
      if (followed.has(name)) return text
      if (followed.size < maxActors) return follow(name, shown) + text
      if (isFull) return ''
      isFull = true
      return sse('full', { actors: maxActors })
    }
    return () => {
      const actor = cast.shift()
      if (actor) return follow(...actor)
      while (cursor < position) {
        const missed = Math.max(0, position - ringSize - cursor)
        const from = cursor + missed
        const to = Math.min(position, from + stepsAtOnce)
        const steps = Array.from({ length: to - from }, (_, i) => ring[(from + 1 + i) % ringSize] as StepText)
        cursor = to
        const text = (missed > 0 ? sse('gap', { missed }) : '') + steps.map(tell).join('')
        if (text !== '') return text
      }
      return undefined
    }
  }

  return {
    committed(step: StatelyStep): void {
      const { type } = step.event
      const name = nameOf(step)
      const shown = shownOf(step.snapshot as AnyMachineSnapshot)
      latest.delete(name)
      latest.set(name, shown)
      const [oldest] = latest.keys()
      if (latest.size > maxActors && oldest !== undefined) latest.delete(oldest)
      const text = writtenBy(() => {
        inspector.event(name, { type })
        inspector.snapshot(name, shown, { event: { type } })
      })
      position += 1
      ring[position % ringSize] = { name, shown, text }
      const woken = [...waiting]
      waiting.clear()
      for (const wake of woken) wake()
    },

    /** Pulled at the page's pace: one that does not read costs a cursor. */
    stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
      const encoder = new TextEncoder()
      const next = reader()
      let wake = (): void => {}
      let isOpen = true
      return new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => controller.enqueue(encoder.encode('retry: 2000\n\n')),
        async pull(controller) {
          let text = next()
          while (text === undefined) {
            // oxlint-disable-next-line no-await-in-loop -- until there is something to tell
            await new Promise<void>((resolve) => waiting.add((wake = resolve)))
            if (!isOpen) return
            text = next()
          }
          controller.enqueue(encoder.encode(text))
        },
        cancel() {
          isOpen = false
          waiting.delete(wake)
          wake()
        },
      })
    },
  }
}

const sse = (event: 'inspect' | 'gap' | 'full', data: object): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const shownOf = ({ status, value, context }: AnyMachineSnapshot): Shown => ({
  status,
  value,
  context: figuresOf(context as GroupContext),
})

function figuresOf({ turn, queue, room, self }: GroupContext): Record<string, number> {
  return {
    turns: self.turns,
    ...(turn && { turn: turn.n, batch: turn.batch.length }),
    waiting: queue.pending.length + queue.buffer.length,
    messagesIn5m: room.activity.messages,
    speakersIn5m: room.activity.unique,
    skipsInARow: self.stats.skipsInARow,
  }
}

/** Whatever a context holds one day, only numbers leave. */
const figuresAlone = (context: object): Record<string, number> =>
  Object.fromEntries(Object.entries(context).filter((entry): entry is [string, number] => typeof entry[1] === 'number'))

/** All actors run the same chart, and would all be called like it; each is the root of a system of its own. */
const named = (event: StatelyInspectionEvent): StatelyInspectionEvent => ({
  ...event,
  rootId: event.sessionId,
  ...(event.type === '@xstate.actor' && { name: event.sessionId }),
})
