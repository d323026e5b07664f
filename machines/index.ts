// The list of every machine.
import { connectionMachine } from './connection.ts'
import { groupMachine } from './group.ts'

export const machines = [groupMachine, connectionMachine] as const
