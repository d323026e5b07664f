// Which of the elements that are there a row is drawn in: few are made anew, and fewer are moved.

/**
 * By the keys of the rows drawn, in their order; `before`: the same as it was. A row keeps its element where most do, and
 * `focused` always does: the focus is its element's, and ends with it.
 */
export function slotsOf(
  before: ReadonlyMap<string, number>,
  keys: readonly string[],
  focused: string | undefined,
): ReadonlyMap<string, number> {
  const known = keys.filter((key) => before.has(key))
  const kept = new Set(2 * known.length > keys.length ? known : known.filter((key) => key === focused))
  const free = [...before].flatMap(([key, slot]) => (kept.has(key) || key === focused ? [] : [slot]))
  let last = Math.max(-1, ...before.values())
  const slotOf = (key: string) => (kept.has(key) ? before.get(key) : free.shift()) ?? (last += 1)
  return new Map(keys.map((key) => [key, slotOf(key)]))
}
