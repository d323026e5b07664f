// Commands of operators (A4): which wait, what is asked of the jobs for them, and what became of the first one.
import { toolsFor } from '../rules/tool-rights.ts'
import type { AnswerInput, CommandInput, Failure } from './children.ts'
import type { Command, GroupContext } from './context.ts'
import type { CommandEvent } from './types.ts'
import { withdrawnInQueue } from './withdraw.ts'

type Change = Pick<GroupContext, 'commands' | 'memberCommands'>

/** More than these do not wait: who sends them so fast waits for no answer. */
export const mostCommands = 8
/** Members have so many answered in so long, ms: each answer is a post that no budget counts. */
export const mostOfMembers = 4
const membersMs = 300_000
/** Where the bot has no tools of its own. */
const usualTimeoutMs = 30_000

/** What it names is answered no more: others wait, or members have asked a lot. */
export const areMany = (context: GroupContext, { command: { byMember } }: CommandEvent, at: number): boolean =>
  (context.commands ?? []).length >= mostCommands ||
  (byMember === true && ofMembers(context, at).length >= mostOfMembers)

const ofMembers = ({ memberCommands = [] }: GroupContext, at: number): number[] =>
  memberCommands.filter((each) => each > at - membersMs)

export function taken(context: GroupContext, event: CommandEvent, at: number): Change {
  const { n, name } = event.command
  const isMet =
    name === 'approve' || name === 'deny'
      ? n !== undefined && context.run?.ask?.n === n
      : (name !== 'tape.reset' && context.turn !== undefined) ||
        context.run !== undefined ||
        withdrawnInQueue(context, event).length > 0
  const { id, sender } = event.message
  const command: Command = { ...event.command, message: id, sender, at, tries: 0, ...(isMet && { isMet }) }
  return {
    commands: [...(context.commands ?? []), command],
    ...(command.byMember && { memberCommands: [...ofMembers(context, at), at] }),
  }
}

export const answered = (context: GroupContext, answer: string): Change => withFirst(context, { answer })

/** What its job failed with, or its time is over. */
export const failed = (context: GroupContext, event: { type: string }): Change =>
  withFirst(context, { failed: (event as { error?: Failure }).error?.kind ?? 'timeout' })

export const tried = (context: GroupContext): Change =>
  withFirst(context, { tries: (firstOf(context)?.tries ?? 0) + 1 })

export const dropped = ({ commands = [] }: GroupContext): Change => ({ commands: commands.slice(1) })

export const firstOf = ({ commands = [] }: GroupContext): Command | undefined => commands[0]

function withFirst({ commands = [] }: GroupContext, change: Partial<Command>): Change {
  return { commands: commands.map((each, i) => (i === 0 ? { ...each, ...change } : each)) }
}

export const timeoutOf = ({ input }: GroupContext): number => input.agent?.run.toolTimeoutMs ?? usualTimeoutMs

/** Until when its answer may be posted, ms. */
export const expiryOf = (context: GroupContext): number =>
  (firstOf(context)?.at ?? 0) + timeoutOf(context) + context.input.settings.delivery.expiryMs

function given(context: GroupContext): Command {
  const first = firstOf(context)
  if (!first) throw new Error('no command was given')
  return first
}

export function commandInput(context: GroupContext): CommandInput {
  const { message, sender, name, isShell, isMet } = given(context)
  const { agent } = context.input
  return {
    message,
    sender,
    name,
    ...(isShell && { isShell }),
    ...(isMet && { isMet }),
    tools: agent ? toolsFor([sender], agent.tools, agent.operators) : [],
    timeoutMs: timeoutOf(context),
  }
}

export function answerInput(context: GroupContext): AnswerInput {
  const { message, name, answer, failed: kind } = given(context)
  const { bot, group } = context.input
  return {
    key: `${bot}/${group}#,${message}`,
    message,
    name,
    ...(answer !== undefined && { text: answer }),
    ...(kind && { failed: kind }),
    expiresAt: expiryOf(context),
  }
}
