// Until a person takes over, the page goes with the bot of the shown room that acts.
import { showActor } from '../actions.ts'
import { botRow } from '../invoked/bot-row.ts'
import { getState, subscribe } from '../store.ts'
import { isActing } from './acting.ts'
import { groupRows } from './group-rows.ts'

export function followActing(): () => void {
  return subscribe(() => {
    const { rows, follows, cursor } = getState()
    const shown = botRow(getState())
    if (!follows || cursor !== undefined || !shown || isActing(shown)) return
    const next = groupRows(rows, shown.group).find(isActing)
    if (next) showActor(next.key)
  })
}
