// What a process of a cluster does: takes turns and has lines, or shows and orders all rooms, or both.
export const roles = ['worker', 'page'] as const
export type Role = (typeof roles)[number]

/** Where nothing is said it has all of them. */
export const hasRole = (engine: { roles?: readonly Role[] } | undefined, role: Role): boolean =>
  engine?.roles?.includes(role) ?? true
