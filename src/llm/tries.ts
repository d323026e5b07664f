// What the tries of one call cost together: each is announced before it leaves, and charged unless it was surely free.
import { type ChatAnswer, type ChatRequest, ModelError } from './model.ts'
import { promptTokens } from '../language/tokens.ts'

/** A try that may not leave: its cost cannot be paid, or not be written down. */
export class NotBegunError extends Error {
  override name = 'NotBegunError'
}

export function triesOf(request: ChatRequest) {
  const { reservedTokens } = request
  const reserved = reservedTokens ?? Infinity
  const prompt = promptTokens(request.messages, request.tools)
  let spent = 0
  /** Of the try under way. */
  let most = 0

  // Where that cannot be written down either, it stays as it was: too much rather than too little.
  function takeBack(): void {
    try {
      request.mayCost?.(spent)
    } catch {}
  }

  return {
    /** Call right before a try with an answer of so many tokens leaves. Throws NotBegunError. */
    begin(maxTokens: number): void {
      const next = prompt + maxTokens
      try {
        request.mayCost?.(spent + next)
      } catch (cause) {
        throw new NotBegunError('the try may not leave', { cause })
      }
      most = next
    },
    /** The try under way failed. A free one is taken back, but for what its server bills; of any other nobody knows more than its most. */
    failed(isFree: boolean, billed = 0): void {
      spent += isFree ? Math.min(billed, most) : most
      if (most > 0 && isFree) takeBack()
      most = 0
    },
    /** Whether another try fits in what is held for the call, beside what was spent; a first one always does. */
    isNextPaid: (maxTokens: number): boolean => spent === 0 || spent + prompt + maxTokens <= reserved,
    /** What the reservation leaves beside the prompt and such an answer; without one nothing. */
    roomBeside: (maxTokens: number): number => Math.max(0, (reservedTokens ?? 0) - prompt - maxTokens),
    /** The same of two tries, before the first. */
    areTwoPaid: (): boolean => 2 * (prompt + request.maxTokens) <= reserved,
    /** The answer, or the failure, with what all tries cost; one that bears a cost of its own is the last try's. */
    answered: (answer: ChatAnswer): ChatAnswer => ({ ...answer, tokens: spent + (answer.tokens ?? most) }),
    charged(error: ModelError): ModelError {
      const { kind, tokens = most } = error
      return new ModelError(kind, error, spent + tokens, error)
    },
  }
}
