// Waits for a condition that is looked at again whenever something happened.

export function whenever() {
  const waiting = new Set<() => void>()
  return {
    happened(): void {
      for (const look of waiting) look()
    },
    until(check: () => boolean, limitMs = 10_000): Promise<void> {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`not within ${limitMs} ms: ${check.toString()}`))
        }, limitMs)
        const look = (): void => {
          if (!check()) return
          waiting.delete(look)
          clearTimeout(timer)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
  }
}
