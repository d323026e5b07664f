// Until a person takes over, the page goes with the bot of the shown room that acts.
import { showActor } from '../actions.ts'
import { getState, subscribe } from '../store.ts'
import { isActing } from './acting.ts'

export function followActing(): () => void {
  return subscribe(() => {
    const { rows, actor, follows, cursor } = getState()
    const shown = rows.get(actor ?? '')
    if (!follows || cursor !== undefined || !shown || isActing(shown)) return
    const next = rows.values().find((row) => row.group === shown.group && isActing(row))
    if (next) showActor(next.key)
  })
}
