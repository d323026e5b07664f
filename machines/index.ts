// The list of every machine.
import { groupMachine } from './group.ts'

export const machines = [groupMachine] as const
