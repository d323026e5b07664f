// Snapshots of older versions of the group chart, brought up to the current one.
import type { GroupContext } from '../../machines/group/types.ts'
import { freshWatch } from '../../machines/rules/note.ts'
import { freshBackOff } from '../../machines/rules/back-off.ts'

interface Persisted {
  value?: object
  context: Partial<GroupContext> & { patience?: GroupContext['backOff'] }
}

/** By the version that a snapshot was stored with. */
export const groupMigrations: Record<string, (persisted: unknown) => unknown> = {
  // 2: brakes by pair and room, callers, and the wait that grows.
  '1': (persisted) => {
    const { context, ...rest } = persisted as Persisted
    const added = { ownTurns: 0, pairTurns: [], callers: [], backOff: freshBackOff }
    return withControl({ ...rest, context: { ...added, ...context } })
  },
  // 3: what an operator allows.
  '2': (persisted) => withControl(withBackOff(persisted as Persisted)),
  // 4: waiting talk is deferred until it is worth a judgement; the note of the group.
  '3': (persisted) => withMemory(withBackOff(persisted as Persisted)),
}

const withControl = ({ value, context, ...rest }: Persisted): Persisted =>
  withMemory({
    ...rest,
    value: { control: 'free', ...value },
    context: { control: {}, ...context },
  })

const withMemory = ({ value, context, ...rest }: Persisted): Persisted => ({
  ...rest,
  value: { ...value, memory: 'resting' },
  context: { memory: freshWatch, ...context },
})

function withBackOff({ value, context, ...rest }: Persisted): Persisted {
  const { patience: backOff = freshBackOff, ...kept } = context
  const turn = value && 'turn' in value ? value.turn : undefined
  // Its timer is of the old chart: when it fires, or with the next message, the wait is found again from there.
  return { ...rest, value: { ...value, ...(turn === 'waiting' && { turn: 'idle' }) }, context: { ...kept, backOff } }
}
