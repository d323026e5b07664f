// The talk of the shown group as the page keeps it, read back as far as is asked for.
import type { TalkLine } from '../src/feed/contract.ts'
import { pageOfTalk, talkOf } from './api.ts'
import { mergeTalk, readSince } from './pages.ts'
import { getState, setInTurn, setState, subscribe } from './store.ts'
import { stepAt } from './steps.ts'

const kept = 6_000
const mostPages = 40
/** So many lines are shown before the moment that is travelled to. */
const before = 40

export function takeTalk(lines: readonly TalkLine[]): void {
  const talk = mergeTalk(getState().talk, lines)
  // What is looked at is never taken away.
  const tooMany = talk.length > kept && getState().cursor === undefined
  setInTurn(tooMany ? { talk: talk.slice(-kept / 2), olderTalk: true } : { talk })
}

/** Reads what came since the last look. */
export async function catchUpTalk(actor: string): Promise<void> {
  const known = new Set(getState().talk.map(({ id }) => id))
  const ask = (first?: string) => talkOf(actor, first)
  const { lines, joins, older } = await readSince(known, { ask, pageSize: pageOfTalk, mostPages })
  if (!isShown(actor)) return
  if (known.size > 0 && joins) return takeTalk(lines)
  // Of what was known before a hole nothing stays; it can be read back.
  const since = getState().talk.filter(({ id }) => !known.has(id))
  setInTurn({ talk: mergeTalk(lines, since), olderTalk: older })
}

let reading: Promise<void> | undefined

/** Adds the lines before the first one. */
export const readTalkBack = (): Promise<void> => (reading ??= readPage().finally(() => (reading = undefined)))

async function readPage(): Promise<void> {
  const { actor, talk, olderTalk } = getState()
  const first = talk[0]
  if (actor === undefined || !olderTalk || !first) return
  const page = await talkOf(actor, first.id)
  if (!isShown(actor) || getState().talk[0]?.id !== first.id) return
  setState({ talk: mergeTalk(page, getState().talk), olderTalk: page.length >= pageOfTalk })
}

/** Travelling to a moment before the talk reads the talk of that moment. */
export function watchTalk(): () => void {
  let seen: unknown
  return subscribe(() => {
    const { cursor, steps, olderTalk } = getState()
    const at = cursor === undefined ? undefined : stepAt(steps, cursor)?.at
    if (at === seen) return
    seen = at
    if (at !== undefined && olderTalk) void readUntil(at).catch(() => {})
  })
}

async function readUntil(at: number): Promise<void> {
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { cursor, steps, talk, olderTalk } = getState()
    const isStill = cursor !== undefined && stepAt(steps, cursor)?.at === at
    if (!isStill || !olderTalk || (talk[before]?.at ?? Infinity) <= at) return
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
    await readTalkBack()
  }
}

export const isShown = (actor: string): boolean => getState().actor === actor
