// Bots left alone: how long they talk after a person's word, whether they fall silent, and whether the next word wakes them.

/** Silence counts once it has lasted `quietMs`. Times are ms since the start. */
export function makePorch(quietMs: number) {
  let stage: 'empty' | 'alone' | 'woken' = 'empty'
  let messages = 0
  let silent = false
  let woken = false
  let lastAt = 0
  const isQuiet = (at: number): boolean => at - lastAt >= quietMs
  return {
    start(at: number): void {
      stage = 'alone'
      lastAt = at
    },
    /** A bot spoke. */
    said(at: number): void {
      lastAt = at
      if (stage === 'alone') messages += 1
      else woken = true
    },
    isQuiet,
    wake(at: number): void {
      silent = isQuiet(at)
      stage = 'woken'
    },
    get isWoken() {
      return woken
    },
    /**
     * `messages`: of bots, after the one word that set them going; `silent`: nobody spoke any more when the next person
     * came; null: it did not come so far.
     */
    figures: () => (stage === 'woken' ? { messages, silent, woken } : null),
  }
}
