// The list of every machine.
import { connectionMachine } from './connection.ts'
import { groupMachine } from './group/group.ts'
import { peerMachine } from './peer.ts'

export const machines = [groupMachine, connectionMachine, peerMachine] as const
