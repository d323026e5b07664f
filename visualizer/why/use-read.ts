// What the service tells of a bot besides the feed: read at once, then every 10 s while the page is seen.
import { useEffect, useState } from 'react'

const everyMs = 10_000

/** Read anew when one of `of` changes; undefined: not known. What fails leaves it as it was. */
export function useRead<T>(read: () => Promise<T> | undefined, of: readonly unknown[]) {
  const key = JSON.stringify(of)
  const [known, setKnown] = useState<{ key: string; told: T }>()
  const put = (told: T) => setKnown({ key, told })
  useEffect(() => {
    let stale = false
    const take = (told: T) => stale || put(told)
    const look = () => void (document.visibilityState === 'hidden' || read()?.then(take, () => {}))
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      stale = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [key])
  return [known?.key === key ? known.told : undefined, put] as const
}
