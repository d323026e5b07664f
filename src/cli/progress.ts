// One line of progress on a terminal, for work that takes longer than a moment.
const everyMs = 100

export function makeProgress(what: string, total: number) {
  const shown = process.stderr.isTTY
  const started = performance.now()
  let last = started
  return {
    to(count: number): void {
      if (!shown) return
      const now = performance.now()
      if (now - last < everyMs) return
      last = now
      const share = Math.floor((count / Math.max(1, total)) * 100)
      const left = Math.ceil((((now - started) / count) * (total - count)) / 1000)
      process.stderr.write(`\r\u001B[K${what} ${share} % · ${count} of ${total} · ${left} s left`)
    },
    end(): void {
      if (shown) process.stderr.write('\r\u001B[K')
    },
  }
}
