// Several models for one kind of call: where one fails, the next is asked, and one that keeps failing is left alone.
import { circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import { causeAlone } from '../../machines/group/verdicts/why.ts'
import { type ChatAnswer, type ChatModel, type ChatRequest, ModelError } from './model.ts'
import { mostOf } from './usage.ts'

export type GuardedModel = ReturnType<typeof guardModel>

export interface BreakerChange {
  model: string
  state: 'open' | 'half-open' | 'closed'
  /** Why it opened. */
  because?: string
}

/** Failures in a row that open a breaker; ms until one call tries the model again. */
const breaking = { failures: 3, restMs: 30_000 }
/** Of what is left of a call's time, while there is another model to ask. */
const shareOfTime = 0.5

/** A model with its breaker, one for all lists that it stands in. */
export function guardModel(model: ChatModel, report: (change: BreakerChange) => void) {
  const breaker = circuitBreaker(handleWhen(isTrouble), {
    breaker: new ConsecutiveBreaker(breaking.failures),
    // The library measures by the wall clock, which may be set back for hours: see `rests`.
    halfOpenAfter: -Infinity,
  })
  let restsUntil = -Infinity
  breaker.onBreak((reason) => {
    restsUntil = performance.now() + breaking.restMs
    const { error } = reason as { error?: unknown }
    report({ model: model.name, state: 'open', because: error instanceof Error ? error.message : '' })
  })
  breaker.onHalfOpen(() => report({ model: model.name, state: 'half-open' }))
  breaker.onReset(() => report({ model: model.name, state: 'closed' }))
  /** It failed, and is left alone for a while. */
  const rests = (): boolean => performance.now() < restsUntil
  return { model, breaker, rests }
}

/**
 * The first that answers. Each is asked only while what the tries before may have cost, and its own, fit in the
 * reservation; all are charged together. Of the time half of what is left, the last one all of it.
 */
export function listModels(guarded: readonly GuardedModel[]): ChatModel {
  const models = guarded.map(({ model }) => model)
  return {
    name: models[0]?.name ?? '',
    rehearsal: false,
    among: models,
    sees: () => models.some((model) => model.sees?.() === true),
    pictureRate: () => Math.max(1, ...models.map((model) => model.pictureRate?.() ?? 1)),
    thoughtTokens: () => Math.max(0, ...models.map((model) => model.thoughtTokens?.() ?? 0)),
    ask: (request) => askInTurn(guarded, request),
  }
}

async function askInTurn(guarded: readonly GuardedModel[], request: ChatRequest): Promise<ChatAnswer> {
  const deadline = performance.now() + request.timeoutMs
  const ready = guarded.filter(mayBeAsked)
  const failures: { model: string; error: ModelError }[] = []
  let spent = 0
  for (const [at, guardedModel] of ready.entries()) {
    // Its breaker opened meanwhile, by another call.
    if (!mayBeAsked(guardedModel)) continue
    const { model, breaker } = guardedModel
    const isLast = at === ready.length - 1
    const left = deadline - performance.now()
    const mostOfTry = mostOf(request)
    if (left < 1 || (at > 0 && !fits(spent + (spent > 0 ? mostOfTry : 0), request))) break
    const before = spent
    const asked: ChatRequest = {
      ...request,
      timeoutMs: Math.ceil(isLast ? left : left * shareOfTime),
      once: !isLast,
      ...(request.reservedTokens !== undefined && { reservedTokens: request.reservedTokens - before }),
      ...(request.mayCost && { mayCost: (tokens: number) => request.mayCost?.(before + tokens) }),
    }
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next is asked only where this one fails
      const answer = await breaker.execute(() => model.ask(asked), request.signal)
      return { ...withSpent(answer, spent), by: model.name }
    } catch (error) {
      if (!(error instanceof ModelError)) {
        if (request.signal.aborted)
          throw new ModelError('interrupted', { why: 'calledOff', numbers: { model: model.name } }, spent)
        // Its breaker opened meanwhile, by another call.
        if (isBrokenCircuitError(error)) continue
        // It may not leave: the tries before it are all that there is.
        if (failures.length === 0) throw error
        break
      }
      failures.push({ model: model.name, error })
      if (!error.isServers) throw charged(error, failures, spent)
      spent += costOf(error, mostOfTry)
    }
  }
  const last = failures.at(-1)
  if (last) throw charged(last.error, failures, spent - costOf(last.error, 0))
  const models = guarded.map(({ model }) => model.name).join(', ')
  throw new ModelError('unavailable', { why: 'allModelsRest', numbers: { models } }, 0)
}

const mayBeAsked = ({ breaker: { state }, rests }: GuardedModel): boolean =>
  // Half-open: the call that tries it is under way.
  state === CircuitState.Closed || (state === CircuitState.Open && !rests())

/** Trouble of its server, which the next call would have too; too long a prompt is none. */
const isTrouble = (error: unknown): boolean => error instanceof ModelError && error.isServers && error.kind !== 'failed'

/** Without a reservation one try that may have cost something is all. */
const fits = (tokens: number, { reservedTokens }: ChatRequest): boolean =>
  tokens === 0 || (reservedTokens !== undefined && tokens <= reservedTokens)

const costOf = ({ tokens, isUnserved }: ModelError, mostOfTry: number): number => tokens ?? (isUnserved ? 0 : mostOfTry)

const withSpent = (answer: ChatAnswer, spent: number): ChatAnswer =>
  answer.tokens === undefined ? answer : { ...answer, tokens: answer.tokens + spent }

/** The last failure, with what all of them may have cost and which models failed before. */
function charged(error: ModelError, failures: { model: string; error: ModelError }[], spent: number): ModelError {
  const tried = failures.slice(0, -1).map((each) => ({ model: each.model, ...causeAlone(each.error) }))
  const tokens =
    error.tokens === undefined && !(error.isUnserved && tried.length > 0) ? undefined : (error.tokens ?? 0) + spent
  return new ModelError(error.kind, { ...causeAlone(error), ...(tried.length > 0 && { tried }) }, tokens, error)
}
