// Until a person takes over, the page goes with the bot of the shown room that acts.
import { showActor } from '../actions.ts'
import { byItself, getState, subscribe } from '../store.ts'
import { isActing } from './acting.ts'
import { groupRows } from './group-rows.ts'

export function followActing(): () => void {
  return subscribe(() => {
    const { rows, actor, follows, cursor } = getState()
    const shown = rows.get(actor ?? '')
    if (!follows || cursor !== undefined || !shown || isActing(shown)) return
    const next = groupRows(rows, shown.group).find(isActing)
    if (next) byItself(() => showActor(next.key))
  })
}
