// The ceilings of a bot and of the process: read anew when its spending moves, and every 10 s while the page is seen.
import { useEffect, useState } from 'react'
import type { CeilingFigures } from '../../src/feed/contract.ts'
import { ceilingsOf } from '../api.ts'

const everyMs = 10_000

/** `spent` changes with the spending of the bot in the shown group. Undefined: nobody knows them. */
export function useCeilings(bot: string, spent: string): CeilingFigures | undefined {
  const [read, setRead] = useState<{ bot: string; figures: CeilingFigures | undefined }>()
  useEffect(() => {
    let stale = false
    const look = (): void => {
      if (document.visibilityState === 'hidden') return
      ceilingsOf(bot).then(
        (figures) => stale || setRead({ bot, figures }),
        () => stale || setRead({ bot, figures: undefined }),
      )
    }
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      stale = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [bot, spent])
  return read?.bot === bot ? read.figures : undefined
}
