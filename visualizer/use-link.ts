// How the page stands to the service, for its parts: whether it answers, and problems that end when it is back.
import { useEffect, useState } from 'react'
import { useStore } from './store.ts'

/** The service does not answer: nothing here is known to be so now. */
export const useIsAway = (): boolean => useStore(({ lostAt }) => lostAt !== undefined)

/** What went wrong last; forgotten when the service is back. */
export function useProblem(): [problem: string | undefined, setProblem: (problem: string | undefined) => void] {
  const isAway = useIsAway()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!isAway) setProblem(undefined)
  }, [isAway])
  return [problem, setProblem]
}
