// How the tools of servers are described, as it was accepted: a description that has changed is off until an operator accepts it.
import type { Described } from './described.ts'

/** A tool as it may be told to a model, with what its server says of it now where that is something else. */
export interface Pin {
  server: string
  /** `mcp.files.search`. */
  tool: string
  pinned: Described
  /** Waits for an operator. */
  offered?: Described
}

/** Kept by the store. */
export interface Pins {
  all: () => readonly Pin[]
  put: (pin: Pin) => void
}

/** Digits of a hash by which an operator accepts it. */
const shownDigits = 8
export const shownHash = ({ hash }: Described): string => hash.slice(0, shownDigits)

export type Accepted = 'accepted' | 'unknown' | 'unchanged' | 'otherHash'

export function makePinned(pins: Pins) {
  const known = new Map(pins.all().map((pin) => [pin.tool, pin]))
  const keep = (pin: Pin): void => {
    pins.put(pin)
    known.set(pin.tool, pin)
  }
  return {
    of: (tool: string): Pin | undefined => known.get(tool),
    /** The first description counts: whoever names a tool in a rule has chosen it. Returns whether it is another one than before. */
    seen(server: string, tool: string, described: Described): 'first' | 'same' | 'changed' {
      const pin = known.get(tool)
      if (!pin) {
        keep({ server, tool, pinned: described })
        return 'first'
      }
      const { offered, ...before } = pin
      if (pin.pinned.hash === described.hash) {
        if (offered) keep(before)
        return 'same'
      }
      if (offered?.hash !== described.hash) keep({ ...before, offered: described })
      return 'changed'
    },
    /** Bound to what was shown: a server may have changed it once more. */
    accept(tool: string, hash: string): Accepted {
      const pin = known.get(tool)
      if (!pin) return 'unknown'
      const { server, offered } = pin
      // A command that a crash cut off is done again.
      if (!offered) return hash === shownHash(pin.pinned) ? 'accepted' : 'unchanged'
      if (hash !== shownHash(offered)) return 'otherHash'
      keep({ server, tool, pinned: offered })
      return 'accepted'
    },
  }
}
