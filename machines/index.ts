// The list of every machine.
import { agentMachine } from './agent/agent.ts'
import { connectionMachine } from './connection.ts'
import { groupMachine } from './group/group.ts'
import { floorMachine } from './room/floor.ts'
import { peerMachine } from './peer.ts'
import { scheduleMachine } from './schedule/schedule.ts'
import { roomMembershipMachine } from './room-membership.ts'

export const machines = [
  groupMachine,
  agentMachine,
  scheduleMachine,
  floorMachine,
  connectionMachine,
  roomMembershipMachine,
  peerMachine,
] as const
