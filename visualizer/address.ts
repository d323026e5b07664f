// Keeps the address and the state in step, so that a moment can be shared as a link.
import { chooseActor, showActor } from './actions.ts'
import { hashOf, momentOf } from './hash.ts'
import { getState, setState, subscribe } from './store.ts'

export function followAddress(): void {
  go()
  addEventListener('hashchange', go)
  subscribe(() => {
    const { actor, cursor, message, follows } = getState()
    const shown = [actor, cursor, message, follows]
    if (actor === undefined || shown.every((each, i) => each === written[i])) return
    written = shown
    const hash = hashOf({
      actor,
      ...(cursor !== undefined && { at: cursor }),
      ...(message !== undefined && { message }),
    })
    if (hash !== location.hash || follows !== isFollowing()) history.replaceState({ follows }, '', hash)
  })
}

/** What the address says. */
let written: unknown[] = []

function go(): void {
  written = []
  const { actor, at, message } = momentOf(location.hash)
  if (actor === undefined) return
  if (actor !== getState().actor) {
    if (isFollowing()) showActor(actor)
    else chooseActor(actor)
  }
  setState({ cursor: at, gone: undefined, message })
}

/** Whether the page itself led to this address, following who acts: that goes on after a reload, a link is a choice. */
const isFollowing = (): boolean => (history.state as { follows?: boolean } | null)?.follows === true
