// One call for the bots that came to judge at the same moment: who waits for it, what each pays, and what becomes of a failure.
import type { DecideInput, Decision, FailureKind } from '../../../machines/group/children.ts'
import { causeIn } from '../../../machines/group/verdicts/why.ts'
import { type ChatModel, ModelError } from '../../llm/model.ts'
import type { JobContext, JobDeps } from '../prompt-talk.ts'
import { type Given, readRoom, type RoomAnswer, verdictOf } from './answer.ts'
import type { Asking, OpenCall, RoomCall } from './call.ts'
import { type Payer, sharedCost } from './shared-cost.ts'

export interface Asker {
  input: DecideInput
  context: JobContext
  deps: JobDeps
  /** Asks for this bot alone. */
  own: (input: DecideInput, context: JobContext) => Promise<Decision>
}

/** Shows a shared call to every bot that took part in it. */
export interface Watch {
  model: ChatModel
  took: (context: JobContext, turn: number, bots: number) => void
}

export interface Round {
  /** Who may join before the call is made. */
  bots: ReadonlySet<string>
  /** Absent while they gather. */
  call?: RoomCall
  /** Absent until it is there. */
  answer?: RoomAnswer
  /** What of it bots have taken up. */
  used: Set<Given>
  watch?: Watch
  join(asker: Asker): Promise<Decision>
}

interface RoundOptions extends Pick<Round, 'bots' | 'watch'> {
  gathered: Promise<unknown>
  /** Undefined: nobody but one who asks may speak. */
  callFor: (asking: readonly [Asking, ...Asking[]], deps: JobDeps) => OpenCall | undefined
  /** Nobody can take anything from it any more. */
  over: () => void
}

/** The call itself is of no use; what ails a server would ail the next call, too. */
const ownMayHelp: ReadonlySet<FailureKind> = new Set(['unparsable', 'refused', 'timeout', 'failed'])
/** With less time than this no call of its own is begun, ms. */
const leastMs = 1_000

export function openRound({ bots, watch, gathered, callFor, over }: RoundOptions): Round {
  const end = new AbortController()
  const askers: { asker: Asker; payer: Payer; refuse: (error: unknown) => void }[] = []
  const cost = sharedCost((payer, error) => {
    const priced = payer.wasTold() ? failedBy(error, payer.share()) : error
    askers.find((each) => each.payer === payer)?.refuse(priced)
  })
  const waiting = () => askers.filter(({ payer }) => !payer.hasLeft())
  const round: Round = { bots, used: new Set(), ...(watch && { watch }), join }
  const asked = ask()
  // Whoever waits hears of it; all may have left.
  asked.catch(() => {})

  async function ask(): Promise<RoomAnswer | undefined> {
    try {
      await gathered
      const [first, ...others] = waiting().map(({ asker }) => asker)
      if (!first) throw new ModelError('failed', { why: 'calledOff' }, 0)
      const asking = ({ context: { bot }, input }: Asker): Asking => ({ bot, input })
      const open = callFor([asking(first), ...others.map(asking)], first.deps)
      if (!open) {
        over()
        return undefined
      }
      const { call, request } = open
      round.call = call
      for (const { asker } of waiting()) watch?.took(asker.context, asker.input.turn, call.bots.length)
      const model = watch?.model ?? first.deps.model
      const said = await model.ask({ ...request, signal: end.signal, mayCost: cost.mayCost })
      cost.settle(said.tokens ?? request.reservedTokens)
      return (round.answer = readRoom(open, said))
    } catch (error) {
      if (error instanceof ModelError && error.tokens !== undefined) cost.settle(error.tokens)
      else if (cost.total() > 0) cost.settle()
      if (!(error instanceof ModelError && ownMayHelp.has(error.kind)) || end.signal.aborted) over()
      throw error
    }
  }

  async function join(asker: Asker): Promise<Decision> {
    const { input, context } = asker
    const begun = performance.now()
    const isFirst = askers.length === 0
    const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
    refused.catch(() => {})
    const payer = cost.join((tokens) => context.mayCost?.(tokens))
    askers.push({ asker, payer, refuse })
    const leave = (): void => {
      payer.leave()
      refuse(context.signal.reason)
      if (waiting().length > 0) return
      end.abort()
      over()
    }
    context.signal.addEventListener('abort', leave, { once: true })
    try {
      if (context.signal.aborted) leave()
      else if (round.call) joinCall(asker, round.call)
      await Promise.race([asked, refused])
      if (!round.answer || !round.call) return await asker.own(input, context)
      const decision = verdictFor(round, asker)
      return { ...decision, shared: sharedVerdict(round, isFirst ? 1 : 0), tokens: payer.share() }
    } catch (error) {
      if (context.signal.aborted || !(error instanceof ModelError)) throw error
      const ms = input.timeoutMs - (performance.now() - begun)
      const failed = new ModelError(error.kind, error, cost.isSettled() ? payer.share() : error.tokens, error)
      if (!ownMayHelp.has(error.kind) || ms < leastMs) throw failed
      return await alone(asker, payer.share(), ms, failed)
    } finally {
      context.signal.removeEventListener('abort', leave)
    }
  }

  /** The call is under way: whoever comes pays its part of it. */
  function joinCall({ context, input }: Asker, { bots: judged }: RoomCall): void {
    watch?.took(context, input.turn, judged.length)
    try {
      cost.mayCost()
    } catch {
      // Who may not pay hears of it as it waits.
    }
  }

  return round
}

/** One that was answered at once. */
export const answeredRound = (call: RoomCall, answer: RoomAnswer): Round => ({
  bots: new Set(),
  call,
  answer,
  used: new Set(),
  join: () => Promise.reject(new Error('it is answered already')),
})

/** What the chart hears of an answer; what it is given there is given once. */
export function verdictFor(
  { answer, used }: Round,
  { input, context }: Pick<Asker, 'input' | 'context'>,
): Omit<Decision, 'tokens'> {
  const { decision, uses } = verdictOf(answer ?? { given: [], reason: '' }, { bot: context.bot, input }, used)
  for (const each of uses) used.add(each)
  return decision
}

/** What its verdict tells of a judgement that was not made for the bot alone. */
export const sharedVerdict = ({ call, answer }: Round, calls: 0 | 1): NonNullable<Decision['shared']> => ({
  bots: call?.bots.length ?? 0,
  calls,
  chosen: [...new Set(answer?.given.map(({ bot }) => bot))],
})

/** What keeps a bot from paying more ends its waiting; what it was told before it pays. */
function failedBy(error: unknown, tokens: number): ModelError {
  const { kind = 'failed' } = error as { kind?: FailureKind }
  return new ModelError(kind, causeIn(error) ?? { why: 'calledOff' }, tokens)
}

/** The bot's own call with what the shared one has left of its time and its tokens. */
async function alone({ input, context, own }: Asker, spent: number, ms: number, failed: ModelError): Promise<Decision> {
  const { mayCost } = context
  try {
    const rest = { ...input, maxTokens: input.maxTokens - spent, timeoutMs: Math.floor(ms) }
    const decision = await own(rest, { ...context, ...(mayCost && { mayCost: (tokens) => mayCost(spent + tokens) }) })
    return { ...decision, tokens: decision.tokens + spent }
  } catch (error) {
    // It could not leave: what it costs is the part of the shared one.
    if (!(error instanceof ModelError)) throw context.signal.aborted ? error : failedBy(error, spent)
    // Nothing was asked: there is no room for it.
    if (error.kind === 'failed' && error.tokens === 0) throw failed
    throw new ModelError(error.kind, error, error.tokens === undefined ? undefined : error.tokens + spent, error)
  }
}
