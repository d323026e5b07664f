// How much a budget is worth: how many judgements and answers each window holds, with a bot's real prompts (U1, U2).
import type { GroupInput, WindowName } from '../../../machines/group/settings.ts'
import { keptTokens } from '../../../machines/rules/budget.ts'
import { type Call, needOf, unaskedNeed, usualCost } from '../../../machines/rules/reservation.ts'

/** What a window allows, one after the other, in a talk that fills the prompts. */
export interface Capacity {
  /** Judgements on what nobody asked, each a "no". */
  judgements: number
  /** Answers, each judged first where this bot judges. */
  answers: number
}

/** A figure of a window that is too small for so many answers, and the least that it would take. */
export interface Shortage {
  window: WindowName
  what: 'maxMessages' | 'maxTokens'
  found: number
  needed: number
}

/** Below so many answers in a window a bot falls silent in the middle of a talk. */
export const fewAnswers = 3

type Sized = Pick<GroupInput, 'settings' | 'overhead' | 'oneToOne'>

export function capacityOf(input: Sized): Record<WindowName, Capacity> {
  const of = (window: WindowName): Capacity => {
    const limit = input.settings.limits[`${window}Window`]
    const kept = keptTokens(limit, input.settings.reserveBudgetRatio, unaskedNeed(input))
    return {
      judgements: held(limit.maxTokens - kept, unaskedNeed(input), usualCost(input, 'decide')),
      answers: Math.min(limit.maxMessages, held(limit.maxTokens, needOf(input, callsOf(input)), answerCost(input))),
    }
  }
  return { short: of('short'), medium: of('medium'), long: of('long') }
}

/** The figures of windows that cannot hold so many answers. */
export function shortagesOf(input: Sized, answers = 1): Shortage[] {
  const tokens = needOf(input, callsOf(input)) + (answers - 1) * answerCost(input)
  return (['short', 'medium', 'long'] as const).flatMap((window): Shortage[] => {
    const { maxMessages, maxTokens } = input.settings.limits[`${window}Window`]
    const figures: Shortage[] = [
      { window, what: 'maxMessages', found: maxMessages, needed: answers },
      { window, what: 'maxTokens', found: maxTokens, needed: tokens },
    ]
    return figures.filter(({ found, needed }) => found < needed)
  })
}

const answerCost = (input: Sized): number => callsOf(input).reduce((sum, call) => sum + usualCost(input, call), 0)

/** A call is made while the room holds the least that it needs: the last one is clipped to what is left. */
const held = (room: number, least: number, each: number): number =>
  room < least ? 0 : 1 + Math.floor((room - least) / each)

const callsOf = ({ settings, oneToOne }: Sized): Call[] =>
  oneToOne || settings.policy === 'open' || !settings.decision.enabled ? ['compose'] : ['decide', 'compose']
