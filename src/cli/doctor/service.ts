// What a running service says of itself, as the doctor tells it: what is wrong now, and what has failed since its start.
import type { Running } from '../running.ts'
import { bad, type Finding, warn } from './finding.ts'

export function checkService({ storeLost, postsRefused, channelsDown, failedLines, failures }: Running): Finding[] {
  const last = (kind: string): string => (failures[kind] ? `: ${failures[kind].error}` : '')
  const log = 'its log says more'
  const wrong = storeLost
    ? [
        bad(
          'service',
          `it has lost its store and takes nothing${last('store')}`,
          'put the file back, or restart the service',
        ),
      ]
    : postsRefused
      ? [bad('service', `it refuses posts${last('posts')}`, `make room and check the store; ${log}`)]
      : []
  if (channelsDown > 0) wrong.push(bad('service', `${channelsDown} channels are not started${last('channels')}`, log))
  if (failedLines > 0) wrong.push(bad('service', `${failedLines} lines of bots have failed${last('channels')}`, log))
  const past = Object.entries(failures).map(([kind, { count, error }]) => `${kind} ${count} (last: ${error})`)
  return past.length > 0 ? [...wrong, warn('service', `failures since its start: ${past.join('; ')}`)] : wrong
}
