// One line of progress on a terminal, for work that takes longer than a moment.
const everyMs = 100

/** `work` tells how much is done; `note` is told behind it, as `12 calls`. */
export async function withProgress<T>(
  what: string,
  total: number,
  work: (done: (count: number) => void) => Promise<T>,
  note: () => string = () => '',
): Promise<T> {
  const shown = process.stderr.isTTY
  const started = performance.now()
  let last = started
  const done = (count: number): void => {
    if (!shown) return
    const now = performance.now()
    if (now - last < everyMs) return
    last = now
    const share = Math.floor((count / Math.max(1, total)) * 100)
    const left = Math.ceil((((now - started) / Math.max(1, count)) * (total - count)) / 1000)
    const noted = note()
    const line = `${what} ${share} % · ${count} of ${total} · ${left} s left${noted && ` · ${noted}`}`
    process.stderr.write(`\r\u001B[K${line.slice(0, (process.stderr.columns || Infinity) - 1)}`)
  }
  try {
    return await work(done)
  } finally {
    if (shown) process.stderr.write('\r\u001B[K')
  }
}
