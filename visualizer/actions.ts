// What a person can do with the page.
import { boardLines, nextActor } from './board/board-rows.ts'
import { readBack } from './feed-client.ts'
import { getState, setState, type State } from './store.ts'
import { neighbour, stepAt } from './steps.ts'

/** Another bot of the same group is shown at the same moment, and asked about the same message. */
export function chooseActor(actor: string): void {
  const { rows, actor: before, pane, talk, olderTalk, message } = getState()
  if (actor === before) return setState({ pane: pane === 'groups' ? 'chart' : pane })
  const stays = before !== undefined && rows.get(before)?.group === rows.get(actor)?.group
  setState({
    actor,
    steps: [],
    older: true,
    siblings: new Map(),
    cursor: stays ? cursorBeside(actor) : undefined,
    gone: undefined,
    missed: 0,
    talk: stays ? talk : [],
    olderTalk: stays ? olderTalk : true,
    message: stays ? message : undefined,
    pane: pane === 'groups' ? 'chart' : pane,
  })
}

/** Seq of the step that another bot of the group stands at at the moment shown; undefined: live. */
function cursorBeside(actor: string): number | undefined {
  const { steps, cursor, siblings } = getState()
  const at = cursor === undefined ? undefined : stepAt(steps, cursor)?.at
  return at === undefined ? undefined : siblings.get(actor)?.findLast((step) => step.at <= at)?.seq
}

export function moveActor(by: -1 | 1): void {
  const { rows, filter, order, actor } = getState()
  const next = nextActor(boardLines(rows.values(), filter, order), actor, by)
  if (next !== undefined) chooseActor(next)
}

/** undefined: back to live. */
export const showStep = (cursor: number | undefined): void => setState({ cursor, gone: undefined })

export async function moveStep(by: -1 | 1): Promise<void> {
  const { steps, cursor } = getState()
  if (by < 0 && cursor !== undefined && cursor <= (steps[0]?.seq ?? 0)) await readBack()
  showStep(neighbour(getState().steps, getState().cursor, by))
}

export const chooseMessage = (message: string | undefined): void => setState({ message })

export const chooseLang = (lang: State['lang']): void => {
  remember('lang', lang)
  document.documentElement.lang = lang
  setState({ lang })
}

export const chooseTheme = (theme: State['theme']): void => {
  remember('theme', theme)
  document.documentElement.dataset['theme'] = theme
  setState({ theme })
}

/** As they were chosen before, else as the browser is set. */
export function chooseLook(): void {
  const lang = recall('lang') || navigator.language
  chooseLang(lang.startsWith('zh') ? 'zh' : 'en')
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  chooseTheme((recall('theme') || (dark ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light')
}

export function recall(name: string): string {
  try {
    return localStorage.getItem(`chime.${name}`) ?? ''
  } catch {
    return ''
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`chime.${name}`, value)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
