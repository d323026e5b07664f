// The run of tools behind a reply: what it may spend, what it is told, and what its end leaves to say.
import type { Answer, TapeEntry } from '../agent/children.ts'
import type { AgentInput, ProgressEvent, RunEnd } from '../agent/context.ts'
import { blockBefore } from './conditions.ts'
import { targetsOf } from './call-inputs.ts'
import { repeated, turnOf } from './changes.ts'
import type { Composed } from './children.ts'
import type { GroupContext, Run, Turn } from './context.ts'
import { drafted, reacting, withoutFloor } from './draft.ts'
import { allowanceFor, askersOf } from './run-rights.ts'
import { inTurnOfRun } from './run-turn.ts'
import type { MessageRef } from './types.ts'
import { afterMessage } from '../rules/loop-brake.ts'
import { personKey } from '../rules/person-key.ts'
import { isRequest } from '../rules/requests.ts'

type Change = Partial<GroupContext>

/** Messages of its turn that a run keeps for the turn that reports it. */
const mostKept = 6
/** Runs that the books tell apart; older ones are merged. */
const mostBooked = 40

// Its life.

/** The reply's model call asked for tools: the turn waits for what they lead to. */
export function begun(context: GroupContext, { run, type }: Composed, at: number): Change {
  const turn = turnOf(context)
  if (!run) throw new Error('no tools were called')
  const askers = askersOf(context)
  const { batch, decision } = turn
  const targets = targetsOf(context)
  const { entries: _, ...asBegun } = run
  const kept = batch.filter((ref) => targets.includes(ref.id) || isRequest(ref)).slice(-mostKept)
  const begunRun: Run = {
    ...asBegun,
    turn: turn.n,
    startedAt: at,
    batch: kept.length > 0 ? kept : batch.slice(-1),
    targets,
    askers,
    type: type === 'reaction' ? type : 'long',
    allowance: allowanceFor(context, askers, at),
    spent: 0,
    held: 0,
    step: 1,
    ...(decision && { decision }),
  }
  // What comes of it is not written anew: who goes on steers the run.
  return { run: begunRun, turn: { ...turn, restart: 'done' } }
}

export function runInput(context: GroupContext): AgentInput {
  const { input, run, self } = context
  const billed = billedForRun(context)
  const { agent, settings } = input
  if (!agent || !run) throw new Error('no run has begun')
  const { id, turn, startedAt, batch, targets, askers, calls, grown, allowance, type } = run
  return {
    run: id,
    turn,
    startedAt,
    batch: batch.map((ref) => ref.id),
    targets,
    askers,
    ...(billed && { billed }),
    operators: agent.operators,
    tools: agent.tools,
    calls,
    ...(run.readOutside && { readOutside: true }),
    asked: self.asks ?? 0,
    allowance,
    prompt: input.overhead.compose + agent.overhead + settings.reply.maxTalkTokens,
    grown,
    type,
    maxChars: settings.style.maxCharsPerMessage,
    markdown: settings.style.markdown ?? false,
    ...(agent.sendsItself && { sendsItself: true as const }),
    settings: agent.run,
  }
}

/** The calls that it began with are its own now. */
export const progressed = ({ run }: GroupContext, { spent, held, step, note }: ProgressEvent): Change =>
  run
    ? { run: { ...run, calls: [], spent: Math.max(run.spent, spent), held, step, ...(note !== undefined && { note }) } }
    : {}

export const detached = ({ run }: GroupContext, at: number): Change => (run ? { run: { ...run, detachedAt: at } } : {})

/** It came to its end: what it cost is booked, and what it answered waits for the turn that says it. */
export const ended = (context: GroupContext, end: RunEnd, at: number): Change => ({
  ...booked(context, end.spent, at),
  ...(context.run && { run: { ...context.run, calls: [], spent: end.spent, held: 0, end: { ...end, at } } }),
})

/** An event that ends it early: what its calls under way may have cost by then. */
interface Ended {
  begun?: { work?: number }
}

/** It was stopped, or its chart failed: what it spent and what its call under way may have cost is booked. */
export function dropped(context: GroupContext, event: { type: string }, at: number): Change {
  const { run } = context
  if (!run || run.end) return { run: undefined }
  return { ...booked(context, run.spent + costOfCall(context, event), at), run: undefined }
}

/** What its model call under way may have cost by an event that ends it early: its own chart tells of it no more (U3). */
export const costOfCall = ({ run }: GroupContext, event: { type: string }): number =>
  !run || run.end ? 0 : ((event as Ended).begun?.work ?? run.held)

/** Who asked for it, where people have limits of the day. */
export const billedForRun = ({ run, input }: GroupContext): string[] | undefined =>
  input.limitsPersons && run?.askers.map((sender) => personKey(input.group, sender))

function booked(
  { budget, run, input: { agent } }: GroupContext,
  tokens: number,
  at: number,
): Pick<GroupContext, 'budget'> {
  const longest = Math.max(0, ...(agent?.limits ?? []).map(({ durationMs }) => durationMs))
  const runs = [...(budget.runs ?? []), { at, tokens, askers: run?.askers ?? [] }].filter(
    (each) => each.at > at - longest,
  )
  while (runs.length > mostBooked) {
    const [a, b] = runs.splice(0, 2)
    if (a && b)
      runs.unshift({ at: b.at, tokens: a.tokens + b.tokens, askers: [...new Set([...a.askers, ...b.askers])] })
  }
  return { budget: { ...budget, runs } }
}

/** What stays of a run without an answer in the contexts of later ones. */
export function failedRun({ run }: GroupContext, event: { type: string }): { run: string; event: TapeEntry } {
  const { id = '', targets = [] } = run ?? {}
  const { outcome = 'stopped', why = 'runStopped' } = (event as { output?: Partial<RunEnd> }).output ?? {}
  const body = { name: 'run', outcome, why, messages: targets }
  return { run: id, event: { run: id, id: 'end', kind: 'event', body, tokens: tokensOfEvent } }
}

const tokensOfEvent = 20

// What is said of it.

/** The turn that waits for it goes on with its answer as a draft. */
export function answerDrafted(context: GroupContext, at: number): Change {
  const { run } = context
  const { answer } = run?.end ?? {}
  if (!run || !answer) return {}
  const turn: Turn = { ...turnOf(context), workedUntil: run.end?.at ?? at }
  return { ...drafted({ ...context, turn }, { ...answer, tokens: 0, askedAt: run.end?.at ?? at }, at), run: undefined }
}

/** It takes longer: one short line says so. */
export function noticeDrafted(context: GroupContext, at: number): Change {
  const turn = turnOf(context)
  const { notice = '' } = context.run ?? {}
  const draft = { text: notice, type: 'short', at, model: '', rehearsal: false, notice: true, line: true } as const
  return { turn: { ...withoutFloor(turn), draft, dueAt: at, moved: 0, answered: false } }
}

/** A turn of its own says what came of it. */
export function reportOpened(context: GroupContext, at: number): Change {
  const { run } = context
  if (!run) return {}
  const opened = inTurnOfRun(context, run, at, { called: true, workedUntil: run.end?.at ?? at })
  const report = { self: opened.self, turn: opened.turn, ...answerDrafted(opened, at) }
  if (!isRepeated(context)) return report
  const pointed = { ...opened, ...report }
  return { ...report, ...repeated(pointed), ...reacting(pointed) }
}

/** What it came to, if there is anything to say. */
export function answerOf({ run, input }: GroupContext): Answer | undefined {
  // What it had to say it has sent itself.
  const { answer } = (input.agent?.sendsItself ? undefined : run?.end) ?? {}
  return answer && answer.silent !== true && answer.text.trim() !== '' ? answer : undefined
}

export const isRepeated = (context: GroupContext): boolean =>
  (answerOf(context)?.similarity ?? 0) >= context.input.settings.style.maxSimilarity

/** Whether its answer may be sent now, or will never be. */
export function isReportDue(context: GroupContext, at: number): boolean {
  const { run, input } = context
  if (!run?.end || !run.detachedAt || !answerOf(context)) return false
  return at >= run.end.at + input.settings.delivery.expiryMs || reportBlock(context, at) === undefined
}

/** How long until that, ms. */
export function untilReport(context: GroupContext, at: number): number {
  const { run, input } = context
  const expiresAt = (run?.end?.at ?? at) + input.settings.delivery.expiryMs
  return Math.max(leastWaitMs, Math.min(reportBlock(context, at)?.freesAt ?? expiresAt, expiresAt) - at)
}

const leastWaitMs = 1_000

function reportBlock(context: GroupContext, at: number) {
  const { run } = context
  if (!run) return undefined
  const turn: Turn = { n: 0, startedAt: at, batch: run.batch, flushes: 1, moved: 0, answered: false, tries: 0 }
  return blockBefore({ ...context, turn }, at, [])
}

// Who speaks to it meanwhile.

/** Who asked says more to the bot. */
export const isSteering = (context: GroupContext, message: MessageRef, at: number): boolean =>
  message.wish === undefined &&
  message.kind === 'person' &&
  context.run?.askers.includes(message.sender) === true &&
  message.closing !== true &&
  (isRequest(message) || context.input.oneToOne || isJoined(context, message, at))

/** A10: it follows soon on what its sender asked, and is not said to somebody else. */
function isJoined({ run, input }: GroupContext, message: MessageRef, at: number): boolean {
  const { sender, addressedToOther, continuesOtherExchange, toBots } = message
  if (!run || addressedToOther || continuesOtherExchange || toBots) return false
  const asked = Math.max(...run.batch.filter((ref) => ref.sender === sender).map(({ ts }) => ts))
  return at - Math.max(asked, run.heard?.sender === sender ? run.heard.at : 0) <= input.settings.direct.joinMs
}

/** X3: no turn takes it, and yet a person spoke. */
export const heeded = ({ room, run }: GroupContext, message: MessageRef, at: number): Change => ({
  room: { ...room, ...afterMessage(room, message) },
  ...(run?.askers.includes(message.sender) && { run: { ...run, heard: { sender: message.sender, at } } }),
})
