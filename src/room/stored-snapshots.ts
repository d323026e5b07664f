// A snapshot as it is stored, and back: xstate is asked once for all snapshots in the same states.
import type { AnyActorScope, AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate'

/** Of so many different ones it is kept what they are restored to. */
const mostKept = 4_000

/** `led`: makes the snapshot of a machine one that the stepper's takes further. */
export function storedSnapshots<M extends AnyStateMachine>(
  machine: M,
  scope: AnyActorScope,
  led: <S>(snapshot: S) => S,
) {
  /** What stands around the context, by the state value. */
  const frames = new WeakMap<object, readonly [before: string, after: string]>()
  const restored = new Map<string, AnyMachineSnapshot>()

  // The context is plain data: xstate would walk all of it in search of actors, at a quarter of the host's time.
  function frameOf(snapshot: AnyMachineSnapshot): readonly [string, string] {
    const isKnown = isBare(snapshot)
    const known = isKnown ? frames.get(snapshot.value) : undefined
    if (known) return known
    const persisted = machine.getPersistedSnapshot({ ...snapshot, context: {} } as never) as object
    const text = JSON.stringify({ ...persisted, context: placeholder })
    const [before = '', after = ''] = text.split(JSON.stringify(placeholder))
    if (isKnown) frames.set(snapshot.value, [before, after])
    return [before, after]
  }

  function restoredFrom(persisted: { children?: object }): AnyMachineSnapshot {
    const restore = () =>
      led(machine.restoreSnapshot({ ...persisted, context: {} } as never, scope)) as AnyMachineSnapshot
    // Children are actors of one snapshot.
    if (!isEmpty(persisted.children)) return restore()
    const text = JSON.stringify(persisted)
    let known = restored.get(text)
    if (!known) {
      if (restored.size >= mostKept) restored.clear()
      restored.set(text, (known = restore()))
    }
    return { ...known } as AnyMachineSnapshot
  }

  return {
    /** JSON without `context.input`, which the host gives anew at every load; `whole`: with it. */
    dump(snapshot: SnapshotFrom<M>, whole = false): string {
      const { context } = snapshot as AnyMachineSnapshot
      const { input: _, ...rest } = context as Record<string, unknown>
      const [before, after] = frameOf(snapshot)
      return `${before}${written(whole ? (context as object) : rest)}${after}`
    },
    /** Throws when the text is no snapshot of this machine. `input`, where there is one, is laid over the context. */
    load(json: string, input: unknown): SnapshotFrom<M> {
      const { context, ...persisted } = JSON.parse(json) as { context?: unknown; children?: object }
      if (typeof context !== 'object' || context === null) throw new Error('the snapshot has no context')
      const snapshot = restoredFrom(persisted) as { context: unknown }
      snapshot.context = input === undefined ? context : { ...context, input }
      return snapshot as SnapshotFrom<M>
    },
  }
}

/** JSON of long lists in contexts: a step that changes one makes a new one, and most steps take them over. */
const texts = new WeakMap<readonly unknown[], string>()
const longList = 24

/** As `JSON.stringify`, of plain data: a context, its parts, and the lists in these. */
function written(context: object): string {
  const parts = Object.entries(context)
  if (!parts.some(([, part]) => hasLongList(part))) return JSON.stringify(context)
  return membersOf(parts, (part) =>
    hasLongList(part) ? membersOf(Object.entries(part), listText) : JSON.stringify(part),
  )
}

const isLong = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length >= longList
const hasLongList = (part: unknown): part is object =>
  typeof part === 'object' && part !== null && !Array.isArray(part) && Object.values(part).some(isLong)

function listText(value: unknown): string | undefined {
  if (!isLong(value)) return JSON.stringify(value)
  let text = texts.get(value)
  if (text === undefined) texts.set(value, (text = JSON.stringify(value)))
  return text
}

const membersOf = (entries: readonly [string, unknown][], textOf: (value: unknown) => string | undefined): string => {
  const members = entries.flatMap(([name, value]) => {
    const text = textOf(value)
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`
  })
  return `{${members.join(',')}}`
}

/** Of no state's name. */
const placeholder = '\0'

/** Nothing but the states and the context tells it from others of its machine. */
const isBare = ({ status, output, error, value, children, historyValue }: AnyMachineSnapshot): boolean =>
  status === 'active' &&
  output === undefined &&
  error === undefined &&
  typeof value === 'object' &&
  isEmpty(children) &&
  isEmpty(historyValue)

function isEmpty(object: object | undefined): boolean {
  for (const _ in object) return false
  return object !== undefined
}
