// What becomes of commands, as records and as rows of the tape (A4).
import type { TapeEntry } from '../../agent/children.ts'
import type { CommandOutput, Failure } from '../children.ts'
import { firstOf, mostCommands, mostOfMembers } from '../command.ts'
import type { GroupContext } from '../context.ts'
import { causeOf, causeOfChannel } from '../failures.ts'
import type { CommandEvent, MessageEvent } from '../types.ts'
import type { Args, Params } from './gates.ts'
import type { WhyKey } from './why.ts'

/** A row in a prompt. */
const tokensOfRow = 20

export const commandTaken = ({ event }: Args & { event: CommandEvent }): Params => ({
  ...control('command', 'commandTaken', event.message.id),
  numbers: { command: event.command.name, by: event.message.sender },
})

export const tooManyCommands = ({ event }: Args & { event: CommandEvent }): Params => ({
  ...control('command', 'commandsFull', event.message.id),
  numbers: {
    command: event.command.name,
    by: event.message.sender,
    most: event.command.byMember ? mostOfMembers : mostCommands,
  },
})

/** It is talk as any other. */
export const commandRefused = ({ event }: Args & { event: MessageEvent }): Params => ({
  ...control('refused', 'commandRefused', event.message.id),
  numbers: { command: event.message.triesCommand ?? '', by: event.message.sender },
})

/** The answer is posted, or will not be. */
export const commandEnds =
  (why: 'commandAnswered' | 'commandFailed') =>
  ({ context, event }: Args): Params => {
    const { message = '', name = '', failed } = firstOf(context) ?? {}
    const { error } = event as { error?: Failure }
    const base = control(why === 'commandAnswered' ? 'answered' : 'failed', why, message)
    const numbers = { command: name, ...(failed && { failed }) }
    if (why === 'commandAnswered') return { ...base, numbers }
    const cause = error ? causeOfChannel(error) : causeOf({ kind: 'timeout', message: '' })
    return { ...base, ...cause, numbers: { ...cause.numbers, ...numbers } }
  }

export const commandEntries = ({ event }: { event: CommandEvent }): TapeEntry[] => [
  entryOf(event.message.id, 'command', { command: event.command.name, by: event.message.sender, outcome: 'taken' }),
]

export const refusedEntries = ({ event }: { event: MessageEvent }): TapeEntry[] => [
  entryOf(event.message.id, 'command', {
    command: event.message.triesCommand ?? '',
    by: event.message.sender,
    outcome: 'refused',
  }),
]

/** What came of it, where that is to be kept: a fact is forgotten, or it did not do what it was to. */
export function outcomeEntries({ context, event }: { context: GroupContext; event: { type: string } }): TapeEntry[] {
  const first = firstOf(context)
  const { output } = event as { output?: CommandOutput }
  if (!first) return []
  const { forgets } = output ?? {}
  // The store drops the fact with this row.
  if (forgets !== undefined) return [forgetting(first.message, forgets)]
  if (output && !output.isError) return []
  return [entryOf(first.message, 'error', { command: first.name, by: first.sender, outcome: 'error' })]
}

/** Its words stand in the talk: the row names the message alone. */
const entryOf = (message: string, id: string, body: { command: string; by: string; outcome: string }): TapeEntry => ({
  run: `command ${message}`,
  id,
  kind: 'event',
  body: { name: 'command', ...body, messages: [message] },
  tokens: tokensOfRow,
})

const forgetting = (message: string, fact: number): TapeEntry => ({
  run: `command ${message}`,
  id: 'forget',
  kind: 'event',
  body: { name: 'fact.forget', fact, messages: [message] },
  tokens: tokensOfRow,
})

const control = (outcome: string, why: WhyKey, message: string): Params => ({
  turn: null,
  gate: 'control',
  outcome,
  why,
  messages: [message],
})
