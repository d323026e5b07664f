// The keys of the page. Fields keep their own, and so does whatever handled a key already.
import { chooseMessage, chooseOverview, moveActor, moveStep, showStep } from '../actions.ts'
import { getState, setState } from '../store.ts'

export function listenToKeys(): () => void {
  addEventListener('keydown', handle)
  return () => removeEventListener('keydown', handle)
}

function handle(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const { target } = event
  if (getState().help || (target instanceof Element && target.closest('input, textarea, select, dialog'))) {
    if (event.key === 'Escape' && target instanceof HTMLElement) target.blur()
    return
  }
  const does = keys[event.key]
  // Without a chart there is none to switch.
  if (!does || (event.key === 'o' && getState().view !== 'chart')) return
  event.preventDefault()
  does()
}

const keys: Record<string, () => void> = {
  ArrowLeft: () => void moveStep(-1),
  ArrowRight: () => void moveStep(1),
  Escape: () => {
    const { cursor } = getState()
    if (cursor === undefined) chooseMessage(undefined)
    else showStep(undefined)
  },
  j: () => moveActor(1),
  k: () => moveActor(-1),
  '/': () => reveal('groups', '#filter'),
  c: writeToRoom,
  o: () => chooseOverview(!getState().overview),
  '?': () => setState({ help: true }),
}

export function writeToRoom(): void {
  reveal('room', '#say')
}

/** A narrow window may have to show the pane first. */
function reveal(pane: 'groups' | 'room', field: string): void {
  setState({ pane })
  requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector<HTMLElement>(field)?.focus()))
}
