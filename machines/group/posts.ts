// What a run sends by the channel's own tool: the group's chart posts it as it posts a reply, and tells the run (A14).
import type { Post } from '../agent/children.ts'
import type { PostEvent, PostedEvent } from '../agent/context.ts'
import { turnOf } from './changes.ts'
import type { GroupContext, Run } from './context.ts'
import { drafted } from './draft.ts'
import { inTurnOfRun } from './run-turn.ts'
import { roomMessagesOf } from '../rules/loop-brake.ts'

type Change = Partial<GroupContext>

/** Nothing that the model writes is posted: it has a tool for that. */
export const sendsItself = ({ input }: GroupContext): boolean => input.agent?.sendsItself === true

/** The same was said before (T5). */
export const isPostRepeated = ({ input }: GroupContext, { post }: PostEvent): boolean =>
  post.similarity >= input.settings.style.maxSimilarity

/** All bots together have said enough since a person last spoke, whoever asked for the run (X3). */
export const isPostLooping = ({ room, input }: GroupContext): boolean =>
  roomMessagesOf(room) >= input.settings.loop.maxRoomTurns

export const kept = ({ run }: GroupContext, { call, post }: PostEvent): Change =>
  run ? { run: { ...run, post: { ...post, call } } } : {}

/** It waits for a turn. */
export const isPostDue = ({ run }: GroupContext): boolean =>
  run?.post !== undefined && run.post.isOpened !== true && run.end === undefined

/** The turn that waits for the run posts it, and waits no more. */
export function postDrafted(context: GroupContext, at: number): Change {
  const { run } = context
  if (!run?.post) return {}
  return draftedIn({ ...context, turn: { ...turnOf(context), workedUntil: at } }, run, run.post, at)
}

/** A turn of its own posts it. */
export function postOpened(context: GroupContext, at: number): Change {
  const { run } = context
  if (!run?.post) return {}
  const opened = inTurnOfRun(context, run, at, { called: true })
  return { self: opened.self, ...draftedIn(opened, run, run.post, at) }
}

function draftedIn(context: GroupContext, run: Run, post: Post, at: number): Change {
  const composed = { ...post, model: '', tokens: 0, askedAt: at }
  const { turn, ...change } = drafted(context, composed, at)
  return {
    ...change,
    ...(turn?.draft && { turn: { ...turn, draft: { ...turn.draft, post: true } } }),
    run: { ...run, detachedAt: run.detachedAt ?? at, post: { ...post, call: run.post?.call ?? '', isOpened: true } },
  }
}

/** The channel has it. */
export const sent = ({ run, turn }: GroupContext): Change =>
  run?.post && turn?.draft?.post ? { run: { ...run, post: { ...run.post, outcome: 'sent' } } } : {}

/** Its turn is over, whatever became of it. */
export const closed = ({ run, turn }: GroupContext): Change =>
  run?.post && turn?.draft?.post
    ? { run: { ...run, post: { ...run.post, outcome: run.post.outcome ?? 'unsent', isOver: true } } }
    : {}

export const isPostOver = ({ run }: GroupContext): boolean => run?.post?.isOver === true

export const told = ({ run }: GroupContext): Change => (run ? { run: { ...run, post: undefined } } : {})

/** For the run: what became of it. */
export const outcomeOf = ({ run }: GroupContext): PostedEvent => ({
  type: 'run.posted',
  call: run?.post?.call ?? '',
  outcome: run?.post?.outcome ?? 'unsent',
})

export const refusalOf = ({ call }: PostEvent): PostedEvent => ({ type: 'run.posted', call, outcome: 'unsent' })
