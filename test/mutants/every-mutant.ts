// All mutants by the part of the code that they are of.
import { ceilingMutants } from './ceilings.ts'
import { charts } from './charts.ts'
import { hookMutants } from './hooks.ts'
import { host } from './host.ts'
import { jobs } from './jobs.ts'
import { mediaMutants } from './media.ts'
import { killMutants } from './kills.ts'
import type { MutantArea } from './mutant.ts'
import { ownWordsMutants } from './own-words.ts'
import { postgresMutants } from './postgres.ts'
import { prompts } from './prompts.ts'
import { restateMutants } from './restate.ts'
import { rules } from './rules.ts'
import { scheduleMutants } from './schedule.ts'
import { served } from './served.ts'
import { shellMutants } from './shell.ts'
import { skillMutants } from './skills.ts'
import { toolMutants } from './tools.ts'
import { withdrawalMutants } from './withdrawal.ts'
import { workMutants } from './work.ts'

export const areas: Record<string, MutantArea> = {
  rules,
  charts,
  host,
  jobs,
  prompts,
  media: mediaMutants,
  served,
  tools: toolMutants,
  skills: skillMutants,
  work: workMutants,
  schedule: scheduleMutants,
  ownWords: ownWordsMutants,
  hooks: hookMutants,
  kills: killMutants,
  shell: shellMutants,
  withdrawal: withdrawalMutants,
  postgres: postgresMutants,
  ceilings: ceilingMutants,
  restate: restateMutants,
}
