// Who the bots are, asked once; again at the next look where that failed.
import { useEffect, useState } from 'react'
import type { BotProfile } from '../../src/feed/contract.ts'
import { botsOf } from '../api.ts'

let asked: Promise<ReadonlyMap<string, BotProfile>> | undefined

/** By the bot's id; empty until they are known. */
export function useProfiles(): ReadonlyMap<string, BotProfile> {
  const [profiles, setProfiles] = useState<ReadonlyMap<string, BotProfile>>(none)
  useEffect(() => {
    let stale = false
    asked ??= botsOf().then((bots) => new Map(bots.map((bot) => [bot.id, bot])))
    asked.then(
      (told) => stale || setProfiles(told),
      () => void (asked = undefined),
    )
    return () => void (stale = true)
  }, [])
  return profiles
}

const none: ReadonlyMap<string, BotProfile> = new Map()
