// What a person can do with the page.
import { nextActor } from './board/board-rows.ts'
import { listed } from './board/listed.ts'
import { readBack } from './feed-client.ts'
import { botRow } from './invoked/bot-row.ts'
import { remember } from './remembered.ts'
import { getState, parts, setInTurn, setState, subscribe } from './store.ts'
import { neighbour, stepAt } from './steps.ts'

/** Another bot of the same group is shown at the same moment, and asked about the same message. */
export function chooseActor(actor: string): void {
  const { pane } = getState()
  setState({ follows: false, pane: pane === 'groups' ? 'room' : pane })
  showActor(actor)
}

/** The same without a person having chosen it. */
export function showActor(actor: string): void {
  const { rows, actor: before, steps, talk, olderTalk, message, siblings, floor, olderFloor } = getState()
  if (actor === before) return
  const stays = before !== undefined && botRow({ rows, actor: before })?.group === botRow({ rows, actor })?.group
  const known = (stays && siblings.get(actor)) || []
  const left = new Map(stays ? siblings : [])
  if (stays) left.set(before, steps)
  left.delete(actor)
  setInTurn({
    actor,
    steps: known,
    older: true,
    siblings: left,
    cursor: stays ? cursorBeside(actor) : undefined,
    gone: undefined,
    missed: 0,
    floor: stays ? floor : [],
    olderFloor: stays ? olderFloor : true,
    talk: stays ? talk : [],
    olderTalk: stays ? olderTalk : true,
    message: stays ? message : undefined,
  })
}

/** Seq of the step that another bot of the group stands at at the moment shown; undefined: live. */
function cursorBeside(actor: string): number | undefined {
  const { steps, cursor, siblings } = getState()
  const at = cursor === undefined ? undefined : stepAt(steps, cursor)?.at
  return at === undefined ? undefined : siblings.get(actor)?.findLast((step) => step.at <= at)?.seq
}

export function moveActor(by: -1 | 1): void {
  const next = nextActor(listed(getState()), getState().actor, by)
  if (next !== undefined) chooseActor(next)
}

/** undefined: back to live. */
export const showStep = (cursor: number | undefined): void =>
  setState({ cursor, gone: undefined, ...(cursor !== undefined && { follows: false }) })

export async function moveStep(by: -1 | 1): Promise<void> {
  const { steps, cursor } = getState()
  if (by < 0 && cursor !== undefined && cursor <= (steps[0]?.seq ?? 0)) await readBack()
  showStep(neighbour(getState().steps, getState().cursor, by))
}

/** A message in its room, in sight; without one, the moment of a step. */
export function showMessage(actor: string, message: string | undefined, seq?: number): void {
  chooseActor(actor)
  setState({ message, cursor: message === undefined ? seq : undefined, pane: 'room' })
  if (message === undefined) return
  // It is there when its room is read, and drawn a frame later.
  const stop = subscribe(() => {
    const { message: still, talk } = getState()
    if (still === message && !talk.some(({ id }) => id === message)) return
    stop()
    requestAnimationFrame(() => document.querySelector('.message.chosen')?.scrollIntoView({ block: 'center' }))
  }, parts.room)
}

export const chooseMessage = (message: string | undefined): void => setState({ message, follows: false })

export function chooseOverview(overview: boolean): void {
  remember('chart', overview ? 'overview' : 'full')
  setState({ overview })
}
