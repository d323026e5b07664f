// The observer's account of tools at work: who asked for them, what they spend, and what becomes of their answer.
import type { RunEnd } from '../../../machines/agent/context.ts'
import type { MessageRef, Verdict } from '../../../machines/group/types.ts'
import type { PathEvent } from '../path-event.ts'
import { isRequest, type JobInput, type RunSeen, type Story } from './story.ts'

/** By who asked, or by an operator, while it is at work or its answer waits. */
export function isCalledOff({ run, input }: Story, { kind, sender, wish }: MessageRef): boolean {
  const isOfRun = run?.askers.includes(sender) === true || input.agent?.operators.includes(sender) === true
  return run !== undefined && wish === 'stop' && kind === 'person' && isOfRun
}

/** Who asked says more to the bot. */
export const isSteering = ({ run, input, jobs }: Story, ref: MessageRef): boolean =>
  'work' in jobs &&
  ref.kind === 'person' &&
  ref.wish === undefined &&
  ref.closing !== true &&
  run?.askers.includes(ref.sender) === true &&
  (isRequest(ref) || input.oneToOne)

export function runBegins(story: Story, { batch = [], askers = [] }: JobInput): Story {
  const { turn, at } = story
  const refs = turn?.batch.filter(({ id }) => batch.includes(id)) ?? []
  return { ...story, run: { startedAt: at, batch: refs, askers, decision: turn?.decision, spent: 0, held: 0 } }
}

export const progressed = ({ run, ...story }: Story, { spent = 0, held = 0 }: PathEvent): Story => ({
  ...story,
  run: run && { ...run, spent: Math.max(run.spent, spent), held },
})

/** It ended by itself, or failed: an inline one gives its turn a draft, or nothing to say. */
export function runEnds(story: Story, { output, at }: PathEvent): Story {
  const { run, turn } = story
  if (!run) return story
  const { answer, spent = run.spent + run.held } = (output ?? {}) as Partial<RunEnd>
  const runs = [...story.runs, { at, tokens: spent, askers: run.askers }]
  // Its chart tells of the calls that ended.
  const booked = { ...story, runs, settled: story.settled + (output ? 0 : run.held) }
  const isWaiting = turn?.working !== undefined
  const hasAnswer = answer !== undefined && answer.silent !== true && answer.text.trim() !== ''
  if (!hasAnswer) return { ...booked, run: undefined, turn: turn && { ...turn, working: undefined } }
  const draft = { text: answer.text, at, similarity: answer.similarity, of: 'answer' } as const
  if (turn === undefined || !isWaiting) return { ...booked, run: { ...run, answer: draft } }
  return { ...booked, run: undefined, turn: { ...turn, working: undefined, draft, workedUntil: at } }
}

/** It is called off: what its call may have cost is booked. */
export function runStops(story: Story): Story {
  const { run, runs, at, turn } = story
  if (!run) return story
  const tokens = run.spent + run.held
  return {
    ...story,
    run: undefined,
    runs: [...runs, { at, tokens, askers: run.askers }],
    settled: story.settled + run.held,
    turn: turn && { ...turn, working: undefined },
  }
}

/** A verdict on the run itself; `isOver`: its turn is told of its end. */
export function afterWork(story: Story, { outcome, why, turn: n }: Omit<Verdict, 'at'>): Story {
  const { run, turn, at } = story
  if (outcome === 'detached' && run) {
    const detached: Story = { ...story, run: { ...run, isDetached: true } }
    if (turn?.working === undefined) return detached
    const draft = { text: turn.working, at, similarity: 0, of: 'notice' } as const
    return { ...detached, turn: { ...turn, working: undefined, draft } }
  }
  const isOver = ['stopped', 'failed', 'exhausted'].includes(outcome) || why === 'runSilent' || why === 'emptyReply'
  return isOver && turn?.n === n ? { ...story, turn: { ...turn, told: true } } : story
}

/** A turn of its own says what it came to. */
export function reportStarts(story: Story, run: RunSeen, n: number): Story {
  const { at } = story
  const { batch, decision, answer } = run
  const turn = {
    n,
    startedAt: at,
    batch,
    since: [],
    known: 0,
    // The run was asked in place of the model.
    calls: 1,
    cost: true,
    decides: 0,
    again: 0,
    superseded: 0,
    allowed: true,
    rejudges: 0,
    dropped: false,
    stopped: false,
    kept: false,
    tries: 0,
    sent: false,
    told: false,
    signed: [],
    isReport: true,
    ...(decision && { decision }),
    ...(answer && { draft: { ...answer, at }, workedUntil: answer.at }),
  } as const
  return { ...story, run: undefined, turn }
}

/** The step ends a run that is under way, and an answer that waits is given up. */
export const calledOff = ({ run, ...story }: Story): Story => ({
  ...story,
  run: run?.answer ? undefined : run,
  calledOff: true,
})
