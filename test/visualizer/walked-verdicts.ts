// Every kind of verdict that the chart of a group can write: walked worlds, long lives, and every failure at every call.
import type { Gate } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { whyKeys } from '../../machines/group/verdicts/why.ts'
import { sampleNumbers } from '../outcomes/sample-numbers.ts'
import { graphOf } from '../paths/graph.ts'
import { groupModel, type Moment } from '../paths/group-model.ts'
import { brokenInLife, lives } from '../paths/lives.ts'
import { worlds } from '../paths/worlds.ts'
import { verdict } from './tape.ts'
import { approvalVerdicts, commandVerdicts, toldVerdicts, workedVerdicts } from './worked-verdicts.ts'

/** One of each gate, outcome, cause and set of figures. */
export function walkedVerdicts(): Verdict[] {
  const kinds = new Map<string, Verdict>()
  const see = (sights: Moment['sights']): void => {
    for (const sight of sights)
      if (sight.kind === 'verdict') kinds.set(kindOf(sight.verdict), { ...sight.verdict, at: sight.at })
  }
  for (const [name, world] of Object.entries(worlds))
    if (!large.has(name)) for (const { moment } of graphOf(groupModel(world.input), world).edges) see(moment.sights)
  for (const life of Object.values(lives)) brokenInLife(life, see)
  for (const one of [...workedVerdicts(), ...commandVerdicts(), ...approvalVerdicts(), ...toldVerdicts()])
    kinds.set(kindOf(one), one)
  return [...kinds.values()]
}

/** They take long, and write what the others write. */
const large = new Set([
  'an ordinary group',
  'a budget too tight for a second judgement',
  'a group where judgements are for nothing',
  'a group whose operator stops what is under way',
  'a group where the bot is called while another one posts',
])

/** Numbers differ; words in them do not. */
function kindOf({ gate, outcome, why, numbers = {} }: Omit<Verdict, 'at'>): string {
  const figures = Object.entries(numbers).map(([name, value]) => `${name}${typeof value === 'string' ? value : ''}`)
  return [gate, outcome, why, ...figures.map((figure) => figure.replaceAll(/\d+/g, '0'))].join(' ')
}

/** What no walk meets: what the service writes itself, and what stands for events that there are not yet. */
export const outsideVerdicts: Verdict[] = [
  verdict('duplicate', 'ignored', { turn: null, why: 'knownAlready', messages: ['m1'] }),
  verdict('admission', 'ignored', { turn: null, why: 'senderDenied', messages: ['m1'] }),
  verdict('admission', 'ignored', { turn: null, why: 'oneToOneClosed', messages: ['m1'] }),
  verdict('dispatch', 'end', { why: 'groupReset' }),
  verdict('dispatch', 'drop', { turn: null, why: 'noTurn', messages: ['m1'] }),
  verdict('control', 'skip', { why: 'operatorEnded' }),
  verdict('control', 'failed', { turn: null, why: 'commandFailed', numbers: { command: 'help' } }),
  verdict('dispatch', 'start', { why: 'scheduled', messages: ['m1'], numbers: { size: 1, merged: 1 } }),
  verdict('dispatch', 'drop', { turn: null, why: 'scheduledAgain', messages: ['m1'] }),
  verdict('control', 'refused', { turn: null, why: 'scheduleRefused', messages: ['m1'] }),
  ...['bot', 'process'].flatMap((scope) =>
    ['messages', 'tokens'].map((what) =>
      verdict('budget', 'failed', { why: 'dailyCeiling', numbers: { scope, what, used: 9, limit: 9, need: 1 } }),
    ),
  ),
]

const calls: [Gate, string][] = [
  ['decide', 'failed'],
  ['compose', 'failed'],
  ['rejudge', 'failed'],
  ['budget', 'failed'],
  ['memory', 'failed'],
  ['send', 'failed'],
  ['send', 'retry'],
]

/** What a call may fail of is told where it failed: every cause, with all figures that there are and with none. */
export const failedVerdicts = (): Verdict[] =>
  calls.flatMap(([gate, outcome]) =>
    whyKeys.flatMap((why) => [
      verdict(gate, outcome, { why }),
      verdict(gate, outcome, { why, numbers: sampleNumbers, reason: 'somebody else says so' }),
    ]),
  )
