// Long lives of a group by chance, under thresholds as they are in service: what no shortest path comes to.
import type { Decision } from '../../machines/group/children.ts'
import type { GroupInput } from '../../machines/group/settings.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { type Random, seeded } from '../crash/seeded.ts'
import { inputWith, type Overrides } from '../fakes/group-life.ts'
import { groupModel, type Moment } from './group-model.ts'
import type { PathEvent } from './path-event.ts'
import type { Story } from './invariants/story.ts'
import { beginWatch, watch } from './invariants/every-invariant.ts'

export interface Life {
  input: GroupInput
  seed: number
  messages: number
  /** Shares of all that is said, and ms between two lines at the most. */
  asking: number
  peers: number
  longestGapMs: number
  /** Share of all calls that fail. */
  failing: number
}

const second = 1_000
const life = (
  seed: number,
  over: Overrides = {},
  input: Partial<GroupInput> = {},
  talk: Partial<Omit<Life, 'input' | 'seed'>> = {},
): Life => ({
  seed,
  input: inputWith(over, { seed, canReact: seed % 2 === 0, ...input }),
  messages: 600,
  asking: 0.15,
  peers: 0.2,
  longestGapMs: 40 * second,
  failing: 0.06,
  ...talk,
})

const noted = { memory: { noteTokens: 150 } }

/** Rooms that differ in what they ask of a bot. */
export const lives: Record<string, Life> = {
  'a lively room': life(1, noted, {}, { longestGapMs: 12 * second }),
  'a room that answers itself': { ...life(1, noted, {}, { longestGapMs: 12 * second }), seed: 36 },
  'a room at ease': life(2, { limits: { spreadFrom: 1 }, ...noted }, {}, { longestGapMs: 90 * second }),
  'a room that always asks': life(3, { limits: { spreadFrom: 1 } }, {}, { asking: 0.7 }),
  'a day of requests': life(4, {}, {}, { asking: 0.6, peers: 0.05, longestGapMs: 400 * second, messages: 800 }),
  'a room of bots': life(5, {}, {}, { asking: 0.1, peers: 0.85 }),
  'an open room': life(6, { policy: 'open', delay: { pace: 'colleague' } }),
  'a room for mentions': life(7, { policy: 'mention' }),
  'a chat of two': life(8, {}, { oneToOne: true }, { peers: 0 }),
  'a quiet bot': life(9, { talkativeness: 'quiet' }),
  'a lively bot': life(10, { talkativeness: 'lively', delay: { pace: 'colleague' } }),
  'a small budget and a short queue': life(11, {
    limits: { shortWindow: { durationMs: 300 * second, maxMessages: 3, maxTokens: 3_000 } },
    dispatch: { maxPending: 4 },
  }),
  'a storm of requests': life(13, {}, {}, { longestGapMs: 2 * second, asking: 0.9, messages: 400 }),
  'bots that hardly stop': life(
    14,
    { loop: { maxBotTurns: 40, maxPairTurns: 3, maxRoomTurns: 9, maxMentions: 10 } },
    {},
    { peers: 0.95 },
  ),
  'a note and a small budget': life(15, {
    memory: { noteTokens: 150, renewAfter: 4 },
    limits: { shortWindow: { durationMs: 300 * second, maxMessages: 5, maxTokens: 2_500 } },
  }),
  'a steady stream': life(12, {}, {}, { longestGapMs: 3 * second, asking: 0.04 }),
  'a channel that is often away': life(16, { delivery: { expiryMs: 60 * second } }, {}, { failing: 0.5, asking: 0.5 }),
  'a day that is nearly spent': life(17, {
    limits: {
      mediumWindow: { durationMs: 1_200 * second, maxMessages: 12, maxTokens: 10_000 },
      longWindow: { durationMs: 3_000 * second, maxMessages: 20, maxTokens: 16_000 },
    },
  }),
  'a bot that is switched off': life(18, { enabled: false }, {}, { messages: 100 }),
}

/** What is broken in words, with the events right before it; an hour of silence ends the life. `see`: every step. */
export function brokenInLife(
  { input, seed, messages, ...talk }: Life,
  see: (sights: Moment['sights']) => void = () => {},
): string[] {
  const model = groupModel(input)
  const random = seeded(seed)
  let moment = model.getInitialSnapshot(undefined as never, undefined)
  let { story } = beginWatch(input, moment.sights)
  const told = new Map<string, string>()
  const last: PathEvent[] = []
  const take = (event: PathEvent): void => {
    moment = model.transition(moment, event, undefined as never)
    last.push(event)
    see(moment.sights)
    const seen = watch(story, moment.sights)
    story = seen.story
    for (const how of seen.broken) {
      const [promise = ''] = how.split(': ')
      const before = last.slice(-12).map((each) => `  ${JSON.stringify(each)}`)
      if (!told.has(promise)) told.set(promise, `${how}\n${before.join('\n')}`)
    }
  }
  const answers = new Map<string, PathEvent>()
  /** What comes before `until`: timers, and answers of calls. */
  const pass = (until: number): void => {
    for (let steps = 0; ; steps += 1) {
      if (steps > mostSteps) throw new Error(`more than ${mostSteps} steps until ${until}: a timer starts itself anew`)
      for (const id of answers.keys()) if (!moment.jobs.includes(id)) answers.delete(id)
      for (const sight of moment.sights)
        if (sight.kind === 'started' && moment.jobs.includes(sight.id) && !answers.has(sight.id))
          answers.set(sight.id, answerTo(sight, random, talk.failing))
      const answer = [...answers.values()].toSorted((a, b) => a.at - b.at)[0]
      const [timer] = moment.timers
      const next = Math.min(answer?.at ?? Infinity, timer?.due ?? Infinity)
      if (next > until) return
      if (answer && answer.at === next && answer.at !== timer?.due) {
        answers.delete(answer.actorId ?? '')
        take(answer)
      } else if (timer) take({ type: timer.type, at: Math.max(moment.at, timer.due) })
    }
  }
  let at = begunAt
  for (let n = 1; n <= messages; n += 1) {
    const due = random.chance(0.1) ? oneDue(moment.timers, at, at + talk.longestGapMs, random) : undefined
    at = due === undefined ? at + gap(random, talk.longestGapMs) : due + random.between(-1, 1)
    // What is said at the very ms of a timer may come before it.
    pass(at === due ? at - 1 : at)
    take(orderAt(at, story, random) ?? said(n, at, random, talk))
  }
  pass(at + 3_600 * second)
  if (story.turn) told.set('ends', 'an hour of silence later a turn is under way')
  if (story.waiting.length > 0) told.set('waits', `an hour of silence later ${story.waiting.length} messages wait`)
  return [...told.values()]
}

const begunAt = 1_000_000_000_000

/** Timers and answers between two lines. */
const mostSteps = 3_000

/** A timer that goes off in between, ms: right beside it a limit that is one too short, or one too long, shows. */
function oneDue(timers: Moment['timers'], from: number, to: number, random: Random): number | undefined {
  const dues = timers.map(({ due }) => due).filter((due) => due > from + 1 && due <= to)
  return dues.length === 0 ? undefined : random.one(dues)
}

const gap = (random: Random, longest: number): number =>
  random.chance(0.3) ? random.between(1, Math.min(4 * second, longest)) : random.between(1, longest)

function said(n: number, at: number, random: Random, { asking, peers }: Pick<Life, 'asking' | 'peers'>): PathEvent {
  const message: MessageRef = {
    id: `m${n}`,
    // Some servers' clocks are off.
    ts: random.chance(0.05) ? at + random.between(-400, 90) * second : at,
    kind: random.chance(peers) ? 'peer' : random.chance(0.03) ? 'self' : 'person',
    sender: random.one(['ann', 'bo', 'cy', 'di']),
    mentioned: false,
    tokens: random.between(4, 60),
  }
  if (message.kind === 'peer') message.sender = random.one(['max', 'max', 'rex'])
  if (message.kind === 'self') message.sender = 'iris'
  if (message.kind !== 'self' && random.chance(asking)) ask(message, random)
  if (random.chance(0.8)) message.relevance = random.one([0, 0, 0.25, 0.48, 0.73])
  if (random.chance(0.3)) message.question = true
  if (random.chance(0.1)) message.addressedToOther = true
  if (random.chance(0.1)) message.continuesOtherExchange = true
  if (random.chance(0.1)) message.closing = true
  if (random.chance(0.3)) message.replyTo = `m${Math.max(0, n - random.between(1, 6))}`
  return { type: 'message.received', at, message }
}

function ask(message: MessageRef, random: Random): void {
  const how = random.between(1, 10)
  if (how <= 6) message.mentioned = true
  else if (message.kind === 'peer' || how === 10) message.toBots = true
  else message.asked = how <= 8 ? 'followUp' : 'alone'
  if (message.kind === 'person' && random.chance(0.05)) message.wish = random.one(['quiet', 'free', 'free'] as const)
}

/** Operators and other bots do something now and then, and soon undo what keeps the bot silent. */
function orderAt(at: number, { muted, paused, policy, input }: Story, random: Random): PathEvent | undefined {
  if (muted && random.chance(0.2)) return { type: 'operator.unmute', at }
  if (paused && random.chance(0.2)) return { type: 'operator.resume', at }
  if (policy !== input.settings.policy && random.chance(0.1)) return { type: 'operator.policy', at, policy: null }
  if (!random.chance(0.02)) return undefined
  const order = random.one(['mute', 'pause', 'drop', 'policy', 'taken', 'taken', 'freed'])
  if (order === 'taken') return { type: 'floor.taken', at, by: 'rex', until: at + random.between(1, 20) * second }
  if (order === 'freed') return { type: 'floor.freed', at, by: 'rex' }
  return { type: `operator.${order}`, at, ...(order === 'policy' && { policy: random.one(['mention', 'open']) }) }
}

/** Most calls are answered well and soon, some badly, a few never. */
function answerTo(
  { id, at, input: { maxTokens = 0 } }: { id: string; at: number; input: { maxTokens?: number } },
  random: Random,
  failing: number,
): PathEvent {
  const soon = at + random.between(50, random.chance(0.9) ? 4 * second : 90 * second)
  const tokens = random.between(1, maxTokens)
  if (random.chance(failing)) {
    const kind = random.one(['refused', 'interrupted', 'unparsable', 'unavailable', 'permanent', 'ceiling'])
    const error = {
      kind,
      message: 'x',
      ...(maxTokens > 0 && kind !== 'interrupted' && random.chance(0.5) && { tokens }),
    }
    return { type: `xstate.error.actor.${id}`, at: soon, actorId: id, error }
  }
  return { type: `xstate.done.actor.${id}`, at: soon, actorId: id, output: outputOf(id, tokens, random) }
}

function outputOf(id: string, tokens: number, random: Random): object {
  if (id === 'decide' || id === 'rejudge') {
    const decision: Decision = {
      want: random.chance(0.6),
      reason: 'x',
      type: random.one(['reaction', 'short', 'normal', 'long'] as const),
      hint: random.one(['fast', 'normal', 'slow'] as const),
      tokens,
    }
    if (random.chance(0.9)) decision.relevance = random.between(0, 20) / 20
    if (random.chance(0.3)) decision.to = random.one(['me', 'me', 'other', 'all'] as const)
    if (id === 'rejudge' && random.chance(0.9))
      decision.verdict = random.one(['send', 'send', 'shorten', 'drop'] as const)
    return decision
  }
  if (id === 'compose') {
    const text = random.chance(0.05) ? ' ' : 'One. Two. Three.'
    const similarity = random.chance(0.06) ? random.between(7, 10) / 10 : 0
    return {
      text,
      type: 'short',
      similarity,
      model: 'scripted',
      rehearsal: true,
      tokens,
      ...(random.chance(0.05) && { silent: true }),
    }
  }
  if (id === 'renewNote') return { text: 'x', changed: random.chance(0.7), upto: 1, generation: 0, tokens }
  return { id: 'sent' }
}
