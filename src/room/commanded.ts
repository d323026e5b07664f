// A message as a command to a bot, and what its chart is fed in place of talk (A4).
import type { MessageRef } from '../../machines/group/types.ts'
import { isCommandName, orderOf } from '../commands/commands.ts'
import { type CommandText, commandIn } from '../commands/parse.ts'
import type { Member } from './members.ts'
import type { InboundMessage } from './message.ts'
import type { Inbound } from './steps.ts'

/** Names that may stand before a comma. */
const mostNames = 2
const signs = /[,，:：、。.!！;；-]+/gu

/** Undefined: it is none, or it is not said to this bot. */
export function commandTo(
  member: Member,
  { kind, mentioned }: MessageRef,
  { message, said }: { message: InboundMessage; said: string },
): CommandText | undefined {
  if (kind === 'self' || !(mentioned || message.oneToOne)) return undefined
  const names = (message.mentions ?? []).map(({ name }) => name).filter(Boolean)
  return commandIn(said, (words) => {
    const left = names
      .reduce((text, name) => text.replaceAll(name, ' '), words)
      .replaceAll(/<?@\S*/gu, ' ')
      .replaceAll(signs, ' ')
      .trim()
    return left === '' || (left.split(/\s+/u).length <= mostNames && member.isNamedIn(left) !== undefined)
  })
}

/** The command itself comes first: what it orders is a step of its own, as from the page. */
export function given(
  key: string,
  message: MessageRef,
  { name, words }: CommandText,
  { byMember = false } = {},
): Inbound[] {
  const order = orderOf(name, words)
  const n = order?.type === 'operator.approve' ? order.n : undefined
  const command = {
    name,
    ...(n !== undefined && { n }),
    ...(!isCommandName(name) && { isShell: true as const }),
    ...(byMember && { byMember: true as const }),
  }
  const first = { key, event: { type: 'command.received', message, command } }
  return order ? [first, { key, event: { ...order } }] : [first]
}
