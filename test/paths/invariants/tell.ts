// The observer's account: what each sight adds to the story.
import type { Composed, Decision } from '../../../machines/group/children.ts'
import type { MessageRef } from '../../../machines/group/types.ts'
import type { PathEvent } from '../path-event.ts'
import {
  atSoundTime,
  called,
  isDebounced,
  requestedByPerson,
  isListening,
  isModelCall,
  isPressing,
  isRequest,
  isUnjudged,
  type Sight,
  type Story,
  type TurnSeen,
  vitalityOf,
} from './story.ts'
import {
  afterWork,
  calledOff,
  isCalledOff,
  isSteering,
  progressed,
  reportStarts,
  runBegins,
  runEnds,
  runStops,
} from './tell-work.ts'
import { isWithdrawing, withoutWithdrawn } from './withdrawal.ts'
import { withoutAsker } from './without-asker.ts'

export function tell(story: Story, sight: Sight): Story {
  switch (sight.kind) {
    case 'event':
      return afterEvent({ ...story, at: sight.at, turnBefore: story.turn?.n, ...freshStep }, sight.event)
    case 'verdict':
      return afterVerdict(story, sight)
    case 'started':
      return afterStart(story, sight)
    case 'stopped':
      return afterStop(story, sight.id)
    case 'told':
      return { ...story, steered: [...story.steered, String(sight.event.message)] }
    default:
      return story
  }
}

const freshStep = { settled: 0, told: 0, calledOff: false, saidToRun: undefined, withdrawing: undefined }

const inTurn = (story: Story, change: Partial<TurnSeen>): Story =>
  story.turn ? { ...story, turn: { ...story.turn, ...change } } : story

function afterEvent(story: Story, event: PathEvent): Story {
  if (event.message && event.type === 'message.refused')
    return { ...story, refused: [...story.refused, event.message.id] }
  if (event.message) return afterMessage(story, event.message)
  switch (event.type) {
    case 'operator.drop':
      return inTurn(calledOff(story), { stopped: true })
    case 'operator.mute':
      return { ...calledOff(story), muted: true }
    case 'operator.unmute':
      return { ...story, muted: false }
    case 'operator.pause':
      return { ...calledOff(story), paused: true }
    case 'operator.resume':
      return { ...story, paused: false }
    case 'operator.policy':
      return { ...story, policy: (event.policy as Story['policy'] | undefined) ?? story.input.settings.policy }
    case 'work.progress':
      return progressed(story, event)
    case 'floor.taken':
      return isListening(story) ? { ...story, floorUntil: event.until ?? -Infinity, floorBy: 'rex' } : story
    case 'floor.freed':
      return { ...story, floorUntil: -Infinity, floorBy: undefined }
  }
  return event.actorId === undefined ? story : afterAnswer(story, event, event.actorId)
}

function afterMessage(story: Story, raw: MessageRef): Story {
  const { at } = story
  const message = atSoundTime(raw, at, story.input)
  const heard = [...story.heard, { at, message }]
  if (message.kind === 'self') return { ...story, heard, spokeAt: at }
  const person = message.kind === 'person'
  const spoken = person ? { peers: 0, own: 0, pairs: {} } : {}
  if (isCalledOff(story, message)) return { ...calledOff(story), heard, ...spoken }
  if (isWithdrawing(story, message)) return { ...story, heard, ...spoken, withdrawing: message.sender }
  if (isSteering(story, message)) return { ...story, heard, ...spoken, saidToRun: message.id }
  const next: Story = {
    ...story,
    heard,
    waiting: [...story.waiting, { at, message, flushed: message.mentioned && !isDebounced(message, story.input) }],
    ...(person ? spoken : { peers: story.peers + 1 }),
    ...(isRequest(message) && { callers: { ...story.callers, [message.sender]: called(story, message.sender) } }),
    ...(message.wish === 'quiet' && { hushed: true }),
    ...(message.wish === 'free' && { hushed: false }),
    // The words of who posts are heard: nothing more is awaited.
    ...(!person && isListening(story) && { floorUntil: -Infinity, floorBy: undefined }),
  }
  return isListening(story) ? inTurn(next, { since: [...(story.turn?.since ?? []), message] }) : next
}

function afterAnswer(story: Story, event: PathEvent, id: string): Story {
  const job = story.jobs[id]
  if (!job) return story
  const { [id]: _, ...jobs } = story.jobs
  const failure = event.error as { kind: string; tokens?: number } | undefined
  const charged = failure ? (failure.tokens ?? job.tokens) : ((event.output as { tokens?: number }).tokens ?? 0)
  const next = charge({ ...story, jobs }, charged)
  if (id === 'work') return runEnds(next, event)
  if (id === 'decide') return failure ? undecided(next, failure.kind) : decided(next, event.output as Decision)
  if (id === 'compose' && !failure) {
    const { text, similarity, run } = event.output as Composed
    if (run) return inTurn(next, { working: run.notice })
    return inTurn(next, { draft: { text, at: story.at, similarity } })
  }
  if (id === 'rejudge' && failure?.kind !== 'interrupted') {
    const { verdict = 'drop' } = (event.output ?? {}) as Partial<Decision>
    return inTurn(next, { dropped: verdict === 'drop' })
  }
  if (id === 'deliver' && !failure) return afterSend(next)
  return next
}

function decided(story: Story, decision: Decision): Story {
  const { turn, input } = story
  if (!turn) return story
  const { minRelevance, strongRelevance } = input.settings.decision
  const isQuiet = story.hushed || input.settings.talkativeness === 'quiet'
  const ease = !isQuiet && input.settings.talkativeness === 'lively' ? 0.2 : 0
  const isUnfounded = decision.to === 'me' && !turn.batch.some(isPressing)
  const least = Math.max(minRelevance[vitalityOf(story, story.at).state] - ease, isUnfounded ? strongRelevance : 0)
  const isEnough = turn.batch.some(isPressing) || decision.relevance === undefined || decision.relevance >= least
  const allowed = decision.want && decision.to !== 'other' && isEnough
  const next = inTurn(story, { decision, allowed })
  return allowed ? next : forNothing(next, decision.relevance ?? 0)
}

function undecided(story: Story, kind: string): Story {
  if (kind === 'interrupted') return inTurn(story, { again: (story.turn?.again ?? 0) + 1 })
  if (kind === 'unparsable' && requestedByPerson(story)) return inTurn(story, { allowed: true })
  return forNothing(story, 0)
}

const forNothing = (story: Story, relevance: number): Story =>
  relevance >= story.input.settings.decision.strongRelevance || story.turn?.batch.some(isPressing)
    ? { ...story, skips: 0, skippedAt: -Infinity }
    : { ...story, skips: story.skips + 1, skippedAt: story.at }

function afterSend(story: Story): Story {
  const { turn, at } = story
  const senders = [...new Set(turn?.batch.map(({ sender }) => sender))]
  const [sole] = senders
  const isPair = turn?.batch.every(({ kind }) => kind === 'peer') && senders.length === 1 && sole !== undefined
  const askers = [...new Set(turn?.batch.filter(isRequest).map(({ sender }) => sender))]
  const { of } = turn?.draft ?? {}
  return {
    ...inTurn(story, { sent: true }),
    sends: [...story.sends, { at, askers }],
    ...(of && { posted: [...story.posted, `${of} ${turn?.n}`] }),
    spokeAt: at,
    own: story.own + 1,
    skips: 0,
    skippedAt: -Infinity,
    ...(isPair && { pairs: { ...story.pairs, [sole]: (story.pairs[sole] ?? 0) + 1 } }),
  }
}

const charge = (story: Story, tokens: number): Story =>
  tokens > 0 ? { ...story, spent: [...story.spent, [story.at, tokens]], settled: story.settled + tokens } : story

function afterStop(story: Story, id: string): Story {
  const job = story.jobs[id]
  if (!job) return story
  const { [id]: _, ...jobs } = story.jobs
  const next = charge({ ...story, jobs }, job.tokens)
  if (id === 'work') return runStops(next)
  return id === 'decide' ? forNothing(next, 0) : next
}

function afterStart(story: Story, { at, id, input }: Sight & { kind: 'started' }): Story {
  const next = { ...story, jobs: { ...story.jobs, [id]: { at, tokens: input.maxTokens ?? 0 } } }
  if (id === 'work') return runBegins(next, input)
  const { turn } = story
  if (!turn) return next
  if (id === 'deliver') {
    const keys = turn.key === undefined ? [...story.keys, input.key ?? ''] : story.keys
    return { ...inTurn(next, { key: input.key ?? '', tries: turn.tries + 1, triedAt: at }), keys }
  }
  if (id === 'sign') return inTurn(next, { cost: true, signed: [...turn.signed, ...(input.messages ?? [])] })
  if (!isModelCall(id)) return next
  const calls = { calls: turn.calls + 1, cost: true }
  if (id === 'decide') return inTurn(next, { ...calls, decides: turn.decides + 1 })
  return inTurn(
    next,
    id === 'rejudge' ? { ...calls, rejudgedAt: at, rejudges: turn.rejudges + 1, known: turn.since.length } : calls,
  )
}

function afterVerdict(story: Story, { at, verdict }: Sight & { kind: 'verdict' }): Story {
  const { gate, outcome, messages, tokens = 0 } = verdict
  const next = { ...story, told: story.told + tokens }
  if (gate === 'buffer' && outcome === 'flush') {
    const waiting = story.waiting.map((each) =>
      messages.includes(each.message.id) ? { ...each, flushed: true } : each,
    )
    return { ...next, waiting, leftBuffer: [] }
  }
  if (gate === 'admission') return { ...next, admitted: [...next.admitted, ...messages] }
  if (gate === 'budget' && verdict.why === 'personLimit') return withoutAsker(next, messages)
  if (gate === 'control' && outcome === 'withdrawn') return withoutWithdrawn(next, messages)
  if (gate === 'work') return afterWork(next, verdict)
  if (verdict.why === 'runReported' && next.run) return reportStarts(next, next.run, verdict.turn ?? 0)
  if (gate === 'dispatch') return afterDispatch(next, at, verdict)
  if (gate === 'delay' && outcome === 'wait' && story.turn?.draft)
    return inTurn(next, { draft: { ...story.turn.draft, waitMs: Number(verdict.numbers?.['waitMs']) }, kept: false })
  if (gate === 'delay' && outcome === 'yield') return inTurn(next, { kept: true })
  if (gate === 'delay' && outcome === 'superseded') {
    const { draft: _, decision: __, ...turn } = story.turn as TurnSeen
    return { ...next, turn: { ...turn, superseded: turn.superseded + 1 }, floorUntil: -Infinity }
  }
  if (verdict.turn !== null && ['skip', 'failed', 'drop'].includes(outcome)) return inTurn(next, { told: true })
  return next
}

function afterDispatch(
  story: Story,
  at: number,
  { outcome, messages, turn: n }: (Sight & { kind: 'verdict' })['verdict'],
) {
  const waiting = story.waiting.filter(({ message }) => !messages.includes(message.id))
  if (outcome === 'drop') return { ...story, waiting }
  if (outcome === 'end') {
    const ended = story.turn?.cost ? { endedAt: at } : {}
    return { ...story, ...ended, turn: undefined, floorUntil: -Infinity, floorBy: undefined }
  }
  if (outcome !== 'start' && outcome !== 'restart') return story
  const known = [...(story.turn?.batch ?? []), ...story.waiting.map(({ message }) => message)]
  const batch = messages.flatMap((id) => known.find((message) => message.id === id) ?? [])
  // What peers said and is not in the batch may be the answer.
  const since = waiting.map(({ message }) => message).filter(({ kind }) => kind === 'peer')
  const begun = {
    startedAt: at,
    batch,
    since,
    known: 0,
    calls: 0,
    rejudges: 0,
    kept: false,
    dropped: false,
    stopped: false,
    allowed: isAllowed(story, batch),
  }
  if (outcome === 'restart') {
    const { draft: _, decision: __, rejudgedAt: ___, ...turn } = story.turn as TurnSeen
    return { ...story, waiting, turn: { ...turn, ...begun, again: turn.again + 1 } }
  }
  const fresh = {
    n: n ?? 0,
    cost: false,
    decides: 0,
    again: 0,
    superseded: 0,
    tries: 0,
    triedAt: -Infinity,
    sent: false,
    told: false,
    signed: [],
  }
  const isFresh = batch.some(isPressing) ? { skips: 0, skippedAt: -Infinity } : {}
  return { ...story, ...isFresh, waiting, turn: { ...fresh, ...begun } }
}

/** Who asks by name, or where nobody else is, has a reply without a judgement (I6, I7). */
const isAllowed = (story: Story, batch: readonly MessageRef[]): boolean =>
  isUnjudged(story) || batch.some(({ mentioned, asked }) => mentioned || asked === 'alone')
