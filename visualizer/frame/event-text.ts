// An event's type as a person reads it: `◷ cooldown`, `✓ decide`, `✕ compose`, `message.received`.

export function eventText(type: string): string {
  const after = /^xstate\.after\.([^.]+)/.exec(type)?.[1]
  if (after !== undefined) return `◷ ${after}`
  const [, how, id] = /^xstate\.(done|error)\.(?:actor|state)\.(.+)$/.exec(type) ?? []
  if (id !== undefined) return `${how === 'done' ? '✓' : '✕'} ${id}`
  return type === 'xstate.init' ? 'init' : type
}
