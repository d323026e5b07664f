// What else than bots has a chart in a room.
import { agentMachine } from '../../machines/agent/agent.ts'
import { transitionIds } from '../../machines/graph.ts'
import { floorMachine } from '../../machines/room/floor.ts'
import { scheduleMachine } from '../../machines/schedule/schedule.ts'
import { floorKind } from './floor.ts'
import { scheduleKind } from './schedule.ts'

/** By the first word of their keys; one whose word is that of an invoke stands in place of its job. */
export const kinds = {
  [floorKind]: {
    machine: floorMachine,
    transitions: transitionIds(floorMachine),
    version: floorMachine.version ?? '',
    migrations: {},
    inputOf: () => ({}),
  },
  [scheduleKind]: {
    machine: scheduleMachine,
    transitions: transitionIds(scheduleMachine),
    version: scheduleMachine.version ?? '',
    migrations: {},
    inputOf: () => ({}),
  },
  '#agent': {
    machine: agentMachine,
    transitions: transitionIds(agentMachine),
    version: agentMachine.version ?? '',
    migrations: {},
    inputOf: () => nothingAsked,
  },
}

/** No run is begun with it: the group's chart gives each its own. */
const nothingAsked: Parameters<typeof agentMachine.getInitialSnapshot>[1] = {
  run: '',
  turn: 0,
  startedAt: 0,
  batch: [],
  targets: [],
  askers: [],
  operators: [],
  tools: [],
  calls: [],
  asked: 0,
  allowance: 0,
  prompt: 0,
  grown: 0,
  type: 'short',
  maxChars: 0,
  markdown: false,
  settings: {
    maxSteps: 1,
    maxMs: 0,
    maxRepeats: 1,
    modelTimeoutMs: 0,
    toolTimeoutMs: 0,
    maxOutputTokens: 0,
    contextTokens: 0,
    maxTalkTokens: 0,
    backoffMs: 0,
  },
}
