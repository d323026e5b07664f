// All promises together, told step by step: what a step broke, and the story after it.
import type { GroupInput } from '../../../machines/group/settings.ts'
import { admission } from './admission.ts'
import { budget } from './budget.ts'
import { distance } from './distance.ts'
import { judging } from './judging.ts'
import { reasons } from './reasons.ts'
import { sending } from './sending.ts'
import { firstStory, type Sight, type Story } from './story.ts'
import { tell } from './tell.ts'
import { waiting } from './waiting.ts'
import { withdrawal } from './withdrawal.ts'
import { work } from './work.ts'

export const everyInvariant = [
  ...admission,
  ...distance,
  ...budget,
  ...judging,
  ...reasons,
  ...sending,
  ...waiting,
  ...withdrawal,
  ...work,
]

export interface Watched {
  story: Story
  /** In words: the promise, and what breaks it. */
  broken: readonly string[]
}

export const beginWatch = (input: GroupInput, sights: readonly Sight[]): Watched => watch(firstStory(input), sights)

/** The sights of one step, in order. */
export function watch(before: Story, sights: readonly Sight[]): Watched {
  let story = before
  const broken: string[] = []
  for (const sight of sights) {
    for (const invariant of everyInvariant) {
      const how = invariant.broken(story, sight)
      if (how !== undefined) broken.push(`${invariant.says}: ${how}`)
    }
    story = tell(story, sight)
  }
  return { story, broken }
}
