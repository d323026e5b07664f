// Keeps the address and the state in step, so that a moment can be shared as a link.
import { chooseActor } from './actions.ts'
import { hashOf, momentOf } from './hash.ts'
import { getState, setState, subscribe } from './store.ts'

export function followAddress(): void {
  go()
  addEventListener('hashchange', go)
  subscribe(() => {
    const { actor, cursor, message } = getState()
    if (actor === undefined) return
    const hash = hashOf({
      actor,
      ...(cursor !== undefined && { at: cursor }),
      ...(message !== undefined && { message }),
    })
    if (hash !== location.hash) history.replaceState(null, '', hash)
  })
}

function go(): void {
  const { actor, at, message } = momentOf(location.hash)
  if (actor === undefined) return
  if (actor !== getState().actor) chooseActor(actor)
  setState({ cursor: at, gone: undefined, message })
}
