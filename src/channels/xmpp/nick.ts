// The name that a bot goes by in a room: its own, or the nearest one that the room takes.

export function makeNick(name: string, own: string) {
  /** A server knows no newer signs than its Unicode: `Iris 🦊` goes as `Iris`. */
  const plain = name.replaceAll(/[^\p{L}\p{N} ._-]/gu, '').trim() || (own.split('@', 1)[0] ?? '')
  let base = name
  let shown = name
  let conflicts = 0

  return {
    get shown() {
      return shown
    },
    /** The room says so. */
    is(nick: string): void {
      shown = nick
      conflicts = 0
    },
    /** True when there is another one to try after this refusal. */
    another(condition: string): boolean {
      if (condition === 'conflict' && conflicts < maxConflicts) {
        conflicts += 1
        shown = `${base} ${conflicts + 1}`
        return true
      }
      const isPlain = base === plain
      conflicts = 0
      if (condition === 'jid-malformed') base = plain
      shown = base
      return condition === 'jid-malformed' && !isPlain
    },
  }
}

const maxConflicts = 4
