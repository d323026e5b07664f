// Snapshots of older versions of the group chart, brought up to the current one.
import type { GroupContext } from '../../machines/group.types.ts'
import { freshWatch } from '../../machines/rules/note.ts'
import { freshPatience } from '../../machines/rules/patience.ts'

interface Persisted {
  value?: object
  context: Partial<GroupContext>
}

/** By the version that a snapshot was stored with. */
export const groupMigrations: Record<string, (persisted: unknown) => unknown> = {
  // 2: brakes by pair and room, callers, and the wait that grows.
  '1': (persisted) => {
    const { context, ...rest } = persisted as Persisted
    const added = { ownTurns: 0, pairTurns: [], callers: [], patience: freshPatience }
    return withControl({ ...rest, context: { ...added, ...context } })
  },
  // 3: what an operator allows.
  '2': (persisted) => withControl(persisted as Persisted),
  // 4: the note of the group.
  '3': (persisted) => withMemory(persisted as Persisted),
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
