// Work that is asked for often: done after a pause, and once more when it was asked for meanwhile.

export interface Again {
  ask: () => void
  stop: () => void
}

/** `work` never rejects. */
export function again(work: () => Promise<void>, pauseMs: number): Again {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = false
  let stopped = false
  const run = async (): Promise<void> => {
    asked = false
    await work()
    timer = undefined
    if (asked) ask()
  }
  const ask = (): void => {
    asked = true
    if (!stopped) timer ??= setTimeout(() => void run(), pauseMs)
  }
  return {
    ask,
    stop(): void {
      stopped = true
      clearTimeout(timer)
    },
  }
}
