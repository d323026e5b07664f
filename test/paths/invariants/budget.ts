// What is spent: messages and tokens of three windows, what is kept for requests, and each person's share (U1–U5).
import { type Invariant, requestedByPerson, isModelCall, isRequest, type Sight, type Story } from './story.ts'

const windows = ['shortWindow', 'mediumWindow', 'longWindow'] as const

/** Where a share is kept at all: never so much that no unasked turn fits, and none of these needs more than this. */
const unaskedTurn = 2_000

const isFirstTry = ({ turn }: Story, sight: Sight): boolean =>
  sight.kind === 'started' && sight.id === 'deliver' && turn?.tries === 0

export const budget: Invariant[] = [
  {
    says: 'no window of 5, 30 and 100 messages is exceeded, and of each a share is kept for requests',
    broken(story, sight) {
      if (sight.kind !== 'started' || !(isModelCall(sight.id) || isFirstTry(story, sight))) return undefined
      const { limits, reserveBudgetRatio } = story.input.settings
      const share = requestedByPerson(story) ? 1 : 1 - reserveBudgetRatio
      for (const window of windows) {
        const { durationMs, maxMessages } = limits[window]
        const used = story.sends.filter(({ at }) => at > sight.at - durationMs).length
        const most = Math.ceil(Number((maxMessages * share).toFixed(6)))
        if (used >= most) return `${sight.id} with ${used} of ${most} messages used in the ${window}`
      }
      return undefined
    },
  },
  {
    says: 'no call starts unless all that it may cost still fits in every window, less what is kept for requests',
    broken(story, sight) {
      if (sight.kind !== 'started' || sight.input.maxTokens === undefined) return undefined
      const { limits, reserveBudgetRatio } = story.input.settings
      const held = Object.values(story.jobs).reduce((sum, { tokens }) => sum + tokens, sight.input.maxTokens)
      // A judgement before sending is paid: it leaves one request, and no whole share.
      const isKept = sight.id === 'renewNote' || (sight.id !== 'rejudge' && !requestedByPerson(story))
      for (const window of windows) {
        const { durationMs, maxTokens } = limits[window]
        const used = story.spent.reduce((sum, [at, tokens]) => (at > sight.at - durationMs ? sum + tokens : sum), held)
        const share = Math.floor(maxTokens * reserveBudgetRatio)
        const most = maxTokens - (isKept && maxTokens - share >= unaskedTurn ? share : 0)
        if (used > most) return `${sight.id} needs ${used} of ${most} tokens in the ${window}`
      }
      return undefined
    },
  },
  {
    says: 'what a call cost is told once, by the verdict of the step that ended it',
    broken: ({ settled, told }, sight) =>
      sight.kind === 'rest' && settled !== told ? `${told} tokens are told, ${settled} were spent` : undefined,
  },
  {
    says: 'while others ask, nobody has more than their share of the short window',
    broken({ input, turn, sends, heard }, sight) {
      const { limits } = input.settings
      if (sight.kind !== 'started' || !isModelCall(sight.id) || turn?.calls !== 0) return undefined
      if (limits.maxPersonShare >= 1) return undefined
      const after = sight.at - limits.shortWindow.durationMs
      const most = Math.max(1, Math.ceil(Number((limits.shortWindow.maxMessages * limits.maxPersonShare).toFixed(6))))
      const asking = heard
        .filter(({ at, message }) => at > after && isRequest(message))
        .map(({ message }) => message.sender)
      const askers = [...new Set(turn.batch.filter(isRequest).map(({ sender }) => sender))]
      const spent = askers.filter((sender) => {
        const used = sends.filter(({ at, askers: whose }) => at > after && whose.includes(sender)).length
        return used >= most && asking.some((other) => other !== sender)
      })
      return askers.length > 0 && spent.length === askers.length ? `${spent.join()} had ${most} already` : undefined
    },
  },
  {
    says: 'a window that is told to be spent is spent',
    broken({ input, sends, spent, jobs }, sight) {
      if (sight.kind !== 'verdict' || sight.verdict.gate !== 'budget' || !sight.verdict.numbers) return undefined
      const { window, what, used, share, pauseMs } = sight.verdict.numbers
      // One person's share, and answers that are spread, count otherwise; older tokens are counted in slices.
      if (share !== undefined || pauseMs !== undefined || (what === 'tokens' && window !== 'short')) return undefined
      if (window !== 'short' && window !== 'medium' && window !== 'long') return undefined
      const after = sight.at - input.settings.limits[`${window}Window`].durationMs
      const held = Object.values(jobs).reduce((sum, { tokens }) => sum + tokens, 0)
      const tokens = spent.reduce((sum, [at, cost]) => (at > after ? sum + cost : sum), held)
      const counted = what === 'messages' ? sends.filter(({ at }) => at > after).length : tokens
      return counted === used ? undefined : `${used} ${what} of the ${window} window are told, ${counted} were used`
    },
  },
]
