// Tools at work: for whom, one run at a time, what it may cost, and what is said of it (A5, A6).
import type { GroupInput } from '../../../machines/group/settings.ts'
import type { MessageRef } from '../../../machines/group/types.ts'
import { type Invariant, isPressing, isRequest, requestedByPerson, type Sight, type Story } from './story.ts'
import { isPointing, isRich } from './sending.ts'

const isFirstTry = ({ turn }: Story, sight: Sight): boolean =>
  sight.kind === 'started' && sight.id === 'deliver' && turn?.tries === 0

/** The people who ask by these, and nobody where a bot asks among them. */
function askersIn(batch: readonly MessageRef[], { oneToOne }: GroupInput): string[] {
  if (batch.some((ref) => ref.kind === 'peer' && isPressing(ref))) return []
  return [
    ...new Set(batch.filter((ref) => isRequest(ref) || (oneToOne && ref.kind === 'person')).map((ref) => ref.sender)),
  ]
}

/** What a run of these people may spend now. */
function leftFor({ input, runs }: Story, askers: readonly string[], at: number): number {
  const { limits = [], maxTokens = 0, maxAskerShare = 0 } = input.agent ?? {}
  const longest = Math.max(...limits.map(({ durationMs }) => durationMs))
  const used = (durationMs: number, asker?: string): number =>
    runs.reduce(
      (sum, run) =>
        run.at > at - durationMs && (asker === undefined || run.askers.includes(asker)) ? sum + run.tokens : sum,
      0,
    )
  const left = limits.flatMap((limit) => [
    limit.maxTokens - used(limit.durationMs),
    ...(limit.durationMs === longest
      ? askers.map((asker) => Math.floor(limit.maxTokens * maxAskerShare) - used(longest, asker))
      : []),
  ])
  return Math.min(maxTokens, ...left)
}

export const work: Invariant[] = [
  {
    says: 'one run is under way at a time, and none while the answer of another waits',
    broken: ({ run }, sight) =>
      sight.kind === 'started' && sight.id === 'work' && run ? `one began at ${run.startedAt} ms` : undefined,
  },
  {
    says: 'tools are offered to people who may all use them, never for what a bot asks, nor while a run is under way',
    broken({ run, turn, input }, sight) {
      if (sight.kind !== 'started' || sight.input?.tools === undefined || sight.id !== 'compose') return undefined
      if (run) return 'a run is under way'
      const askers = askersIn(turn?.batch ?? [], input)
      if (askers.length === 0) return 'nobody asks who may'
      const { operators = [], tools = [] } = input.agent ?? {}
      const allowed = tools.filter(({ by }) => by === 'members' || askers.every((who) => operators.includes(who)))
      const wrong = sight.input.tools.filter((name) => !allowed.some((tool) => tool.name === name))
      return wrong.length > 0 ? `${wrong.join()} for ${askers.join()}` : undefined
    },
  },
  {
    says: 'a run may spend what its windows and the shares of who asked leave, to the token',
    broken(story, sight) {
      if (sight.kind !== 'started' || sight.id !== 'work') return undefined
      const { askers = [], allowance } = sight.input
      const asked = askersIn(story.turn?.batch ?? [], story.input)
      if (askers.join() !== asked.join()) return `it is for ${askers.join()}, ${asked.join()} asked`
      const left = leftFor(story, askers, sight.at)
      return allowance === left && left > 0 ? undefined : `it may spend ${allowance}, ${left} are left`
    },
  },
  {
    says: 'what runs cost is never more than their windows and shares hold',
    broken(story, sight) {
      const last = story.runs.at(-1)
      if (sight.kind !== 'rest' || last?.at !== sight.at) return undefined
      const left = leftFor(story, last.askers, sight.at)
      return left < 0 ? `${-left} tokens too many` : undefined
    },
  },
  {
    says: 'what who asked says meanwhile is told to the run at once, and nothing else is',
    broken({ saidToRun, steered }, sight) {
      if (sight.kind === 'told') return sight.event.message === saidToRun ? undefined : 'it was not said to it'
      if (sight.kind !== 'rest' || saidToRun === undefined) return undefined
      return steered.includes(saidToRun) ? undefined : `${saidToRun} is not told`
    },
  },
  {
    says: 'a word of who asked or of an operator, a mute, a pause and a drop end a run and its answer at once',
    broken: ({ run, jobs, calledOff }, sight) =>
      sight.kind === 'rest' && calledOff && (run || 'work' in jobs) ? 'it goes on' : undefined,
  },
  {
    says: 'that a run takes longer is said once, when the turn has waited for it',
    broken(story, sight) {
      const { run, turn, posted, input } = story
      if (!isFirstTry(story, sight) || turn?.draft?.of !== 'notice') return undefined
      // It may be over by the time that this is posted.
      const took = turn.draft.at - (run?.startedAt ?? -Infinity)
      if (took < (input.agent?.inlineMs ?? 0)) return `after ${took} ms`
      return posted.includes(`notice ${turn.n}`) ? 'again' : undefined
    },
  },
  {
    says: 'what a run came to is sent once, in its turn or in one of its own, where it is judged again first',
    broken(story, sight) {
      const { turn, posted } = story
      if (sight.kind === 'verdict' && sight.verdict.why === 'runReported')
        return story.run?.answer ? undefined : 'there is no answer'
      if (!isFirstTry(story, sight) || turn?.draft?.of !== 'answer') return undefined
      if (posted.includes(`answer ${turn.n}`)) return 'again'
      if (!turn.isReport || turn.rejudgedAt !== undefined || isPointing(story)) return undefined
      return requestedByPerson(story) && !isRich(story, sight.at) ? undefined : 'it was not judged again'
    },
  },
  {
    says: 'an answer that waits is taken up as soon as no turn is under way, the mention floor is over and a message fits',
    broken({ input, run, turn, endedAt = -Infinity, sends }, sight) {
      if (sight.kind !== 'rest' || turn || !run?.answer) return undefined
      const { mentionMinIntervalMs, limits, reserveBudgetRatio } = input.settings
      if (!input.oneToOne && sight.at - endedAt < mentionMinIntervalMs) return undefined
      const isFree = (['shortWindow', 'mediumWindow', 'longWindow'] as const).every((window) => {
        const { durationMs, maxMessages } = limits[window]
        return sends.filter(({ at }) => at > sight.at - durationMs).length < maxMessages * (1 - reserveBudgetRatio)
      })
      return isFree ? 'it still waits' : undefined
    },
  },
]
