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
  function textOf(snapshot: AnyMachineSnapshot, context: unknown): string {
    const persisted = machine.getPersistedSnapshot({ ...snapshot, context: {} } as never) as object
    return JSON.stringify({ ...persisted, context })
  }

  function frameOf(snapshot: AnyMachineSnapshot): readonly [string, string] {
    let frame = frames.get(snapshot.value)
    if (!frame) {
      const [before = '', after = ''] = textOf(snapshot, placeholder).split(JSON.stringify(placeholder))
      frames.set(snapshot.value, (frame = [before, after]))
    }
    return frame
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
      const kept = whole ? (context as object) : rest
      if (!isBare(snapshot)) return textOf(snapshot, kept)
      const [before, after] = frameOf(snapshot)
      return `${before}${JSON.stringify(kept)}${after}`
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
