// The steppers of all charts, one for each kind, and snapshots as they are stored, and back.
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { isChild } from './key.ts'
import type { Kind, PlanOptions } from './room.ts'
import { makeStepper, type Stepper } from './step.ts'
import { textOf } from './thrown.ts'

export function makeSteppers({ kindOf, isKind = () => false }: Pick<PlanOptions, 'kindOf' | 'isKind'>) {
  const all = new Map<Kind, Stepper<AnyStateMachine>>()
  const ofInvoked = new Map<Kind, Stepper<AnyStateMachine>>()

  function of(key: string): Stepper<AnyStateMachine> {
    const kind = kindOf(key)
    const isInvoked = isChild(key)
    const known = (isInvoked ? ofInvoked : all).get(kind)
    if (known) return known
    const made = makeStepper(kind.machine, kind.inputOf(key), kind.transitions, { isInvoked, isKind })
    ;(isInvoked ? ofInvoked : all).set(kind, made)
    return made
  }

  return {
    of,
    /** A chart's snapshot as JSON, without its input. */
    dump: (key: string, snapshot: AnyMachineSnapshot): string => of(key).dump(snapshot, isChild(key)),
    /**
     * As the chart of today reads it. Throws when it is no snapshot of its machine, and where no migration leads from its
     * version; one that another chart invokes has failed then, for nobody could reset it.
     */
    load(key: string, { version, body }: StoredSnapshot): AnyMachineSnapshot {
      const kind = kindOf(key)
      if (isChild(key)) return loadedChild(of(key), () => migrated(kind, version, body))
      return of(key).load(migrated(kind, version, body), kind.inputOf(key)) as AnyMachineSnapshot
    },
    /** The snapshot that a chart begins with. */
    first: (key: string): string => of(key).dump(of(key).init(kindOf(key).inputOf(key)).snapshot),
  }
}

/** A chart's snapshot as JSON, and the version of its machine. */
interface StoredSnapshot {
  version: string
  body: string
}

/** Its input stands in its context. Where the text cannot be read: a chart that has failed, which says why. */
function loadedChild(stepper: Stepper<AnyStateMachine>, text: () => string): AnyMachineSnapshot {
  try {
    return stepper.load(text(), undefined)
  } catch (cause) {
    const error = `its snapshot cannot be read: ${textOf(cause)}`
    return stepper.load(JSON.stringify({ status: 'error', error, value: {}, context: {}, children: {} }), undefined)
  }
}

function migrated({ version = '', migrations = {} }: Kind, of: string, body: string): string {
  if (of === version) return body
  const migrate = migrations[of]
  if (!migrate) throw new Error(`no migration leads from version ${of} to ${version}`)
  return JSON.stringify(migrate(JSON.parse(body)))
}
