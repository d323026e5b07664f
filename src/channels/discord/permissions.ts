// What a bot may do in a channel, by its roles and the channel's own rules.
import { z } from 'zod'
import { maybe } from '../lenient.ts'

const bits = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
  .catch(0n)
const id = z.string()
const rule = z.object({ id, allow: bits, deny: bits })

const placeShape = z.object({
  id,
  name: maybe(z.string()),
  type: z.number(),
  guild_id: maybe(id),
  parent_id: maybe(id),
  permission_overwrites: z.array(rule).catch([]),
})
const rolesShape = z.array(z.object({ id, permissions: bits }))
const memberShape = z.object({ roles: z.array(id) })

export type Place = z.infer<typeof placeShape>
export type Role = z.infer<typeof rolesShape>[number]

export const readPlace = (data: unknown): Place | undefined => placeShape.safeParse(data).data
export const readRoles = (data: unknown): Role[] => rolesShape.safeParse(data).data ?? []
export const rolesOfMember = (data: unknown): string[] => memberShape.safeParse(data).data?.roles ?? []

const administrator = 1n << 3n

/** As the console calls them. */
const needed: readonly [name: string, bit: bigint, where: 'all' | 'channel' | 'thread'][] = [
  ['View Channels', 1n << 10n, 'all'],
  ['Send Messages', 1n << 11n, 'channel'],
  ['Send Messages in Threads', 1n << 38n, 'thread'],
  ['Read Message History', 1n << 16n, 'all'],
  ['Add Reactions', 1n << 6n, 'all'],
]

/** For the link that invites the bot. */
export const allNeeded: bigint = needed.reduce((sum, [, bit]) => sum | bit, 0n)

interface Asked {
  /** The channel, or the one that its thread belongs to. */
  rules: Place['permission_overwrites']
  isThread: boolean
  guild: string
  roles: readonly Role[]
  own: { id: string; roles: readonly string[] }
}

/** Names of the permissions that are missing. */
export function missing({ rules, isThread, guild, roles, own }: Asked): string[] {
  const mine = new Set([guild, ...own.roles])
  const base = roles.filter((each) => mine.has(each.id)).reduce((sum, { permissions }) => sum | permissions, 0n)
  if ((base & administrator) !== 0n) return []
  // First what counts for everybody, then for roles together, then for the bot alone.
  const steps = [
    rules.filter((each) => each.id === guild),
    rules.filter((each) => each.id !== guild && mine.has(each.id)),
    rules.filter((each) => each.id === own.id),
  ]
  const may = steps.reduce((sum, step) => {
    const denied = step.reduce((all, { deny }) => all | deny, 0n)
    const allowed = step.reduce((all, { allow }) => all | allow, 0n)
    return (sum & ~denied) | allowed
  }, base)
  return needed.flatMap(([name, bit, where]) =>
    (where === 'all' || (where === 'thread') === isThread) && (may & bit) === 0n ? [name] : [],
  )
}
