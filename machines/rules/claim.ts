// A model's claim about whom a batch is aimed at, checked against what the text shows.
import type { Decision } from '../group/children.ts'
import type { MessageRef } from '../group/types.ts'
import { isPressing } from './requests.ts'

/** unfounded: it says the bot was meant, but nobody asked it, nor the bots of the room. */
export const claimOf = (to: Decision['to'], batch: readonly MessageRef[]): 'unfounded' | undefined =>
  to === 'me' && !batch.some(isPressing) ? 'unfounded' : undefined
