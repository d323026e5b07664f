// What one call costs that several bots wait for: each is told its share before a try leaves, and pays it at the end (U3).

/** Writes a share down as a bot's own call would be; throws when it may not be charged. */
type Tell = (tokens: number) => void

export interface Payer {
  /** What it pays once the call is settled; before that, what it was told that it may have to pay. */
  share(): number
  /** It waits no longer: what it was told is what it is charged, and the others pay the rest. */
  leave(): void
  hasLeft(): boolean
  /** Something was told to it, whatever became of that. */
  wasTold(): boolean
}

interface Entry {
  payer: Payer
  tell: Tell
  told: number
  wasTold: boolean
}

interface Refusal {
  entry: Entry
  error: unknown
}

/**
 * The shares of those who wait and of those who left add up to what the call cost, or may have cost by now: that is what a
 * crash charges. `refused`: a bot may not pay its share, and has left.
 */
export function sharedCost(refused: (payer: Payer, error: unknown) => void) {
  const waiting: Entry[] = []
  const settled = new Map<Payer, number>()
  let total = 0
  /** What those pay who left. */
  let paid = 0
  let isOver = false

  /** Whole tokens, the odd ones to those who came first. */
  function sharesOf(cost: number): Map<Entry, number> {
    const rest = Math.max(0, cost - paid)
    return new Map(
      waiting.map((entry, at) => [entry, Math.floor(rest / waiting.length) + (at < rest % waiting.length ? 1 : 0)]),
    )
  }

  /** Whoever is to pay more hears of it before anybody hears of less. Returns those who may not pay, and have left. */
  function tellAll(): Refusal[] {
    const news = [...sharesOf(total)].filter(([{ told }, share]) => share !== told)
    for (const [entry, share] of news.toSorted(([one, a], [other, b]) => b - other.told - (a - one.told))) {
      try {
        entry.tell(share)
        entry.told = share
        entry.wasTold = true
      } catch (error) {
        entry.payer.leave()
        return [{ entry, error }, ...tellAll()]
      }
    }
    return []
  }

  return {
    /** Its share is told to it, and to the others, with the next word on the cost. */
    join(tell: Tell): Payer {
      const payer: Payer = {
        share: () => settled.get(payer) ?? entry.told,
        leave() {
          const at = waiting.indexOf(entry)
          if (isOver || at < 0) return
          waiting.splice(at, 1)
          paid += entry.told
        },
        hasLeft: () => !waiting.includes(entry),
        wasTold: () => entry.wasTold,
      }
      const entry: Entry = { payer, tell, told: 0, wasTold: false }
      waiting.push(entry)
      return payer
    },
    /** So much may the call have cost by now; without a figure as much as before. Throws when nobody may pay it. */
    mayCost(tokens = total): void {
      const [earlier, told] = [total, new Map(waiting.map((entry) => [entry, entry.told]))]
      total = tokens
      const refusals = tellAll()
      const isInVain = waiting.length === 0 && refusals.length > 0
      // The try does not leave, and costs nobody anything.
      for (const { entry } of isInVain ? refusals : []) {
        const before = told.get(entry) ?? 0
        paid -= entry.told - before
        entry.told = before
      }
      if (isInVain) total = earlier
      for (const { entry, error } of refusals) refused(entry.payer, error)
      if (isInVain) throw refusals[0]?.error
    },
    /** It is over; undefined: nobody knows more than what was told. */
    settle(tokens = total): void {
      if (isOver) return
      for (const [{ payer }, share] of sharesOf(tokens)) settled.set(payer, share)
      isOver = true
    },
    /** What it may have cost by now. */
    total: () => total,
    isSettled: () => isOver,
  }
}
