// What the service tells when it is asked, beside the feed.
import { useEffect, useState } from 'react'

const againMs = 3_000

interface Options {
  /** Asked again so often; unless given, only after it failed. */
  everyMs?: number
  /** Asked only when it is still wanted then. */
  afterMs?: number
  /** Asked again whenever it changes; what was told before stays until then. */
  grown?: unknown
}

/** Asked anew when one of `of` changes, and only while the page is seen. `told` is undefined until it is known. */
export function useRead<T>(
  read: () => Promise<T> | undefined,
  of: readonly unknown[],
  { everyMs, afterMs, grown }: Options = {},
) {
  const key = JSON.stringify(of)
  const [known, setKnown] = useState<{ key: string; told?: T; failed?: boolean }>()
  const put = (told: T) => setKnown({ key, told })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stale = false
    const again = (ms: number | undefined) => {
      clearTimeout(timer)
      if (ms !== undefined) timer = setTimeout(look, ms)
    }
    const take = (told: T) => {
      if (stale) return
      put(told)
      again(everyMs)
    }
    const fail = () => {
      if (stale) return
      setKnown((before) => ({ ...(before?.key === key && before), key, failed: true }))
      again(againMs)
    }
    const look = () => void (document.visibilityState === 'hidden' || read()?.then(take, fail))
    if (afterMs === undefined) look()
    else again(afterMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      stale = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [key, grown])
  const { told, failed = false } = known?.key === key ? known : {}
  return { told, failed, put }
}
