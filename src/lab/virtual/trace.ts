// The steps of a group as trace lines: every message, every gate's verdict, every send.
import type { DeliverInput } from '../../../machines/group/children.ts'
import type { Vitality } from '../../../machines/group/settings.ts'
import type { GroupContext } from '../../../machines/group/context.ts'
import type { MessageEvent, Verdict } from '../../../machines/group/types.ts'
import { isSend } from '../../../machines/group/verdicts/kinds.ts'
import { partsOf } from '../../room/key.ts'
import { type Step, verdictsOf } from '../../room/steps.ts'

export type TraceLine =
  | {
      kind: 'message'
      id: string
      group: string
      at: number
      vitality: Vitality
      messagesIn5m: number
      speakersIn5m: number
      mentioned: boolean
      /** A request without a name: a reply to the bot, a follow-up, alone with it, a question to the bots. */
      asked?: true
      /** A bot wrote it. */
      peer?: true
    }
  | ({ kind: 'verdict'; group: string } & Verdict)
  /** `replyTo`: the message that it answers, if any. */
  | { kind: 'send'; group: string; turn: number; at: number; text: string; type: string; replyTo?: string }

/** Ids are of a group. */
export const messageKey = ({ group, id }: { group: string; id: string }): string => `${group}\u0000${id}`

/** Reads steps in the order of their commits. */
export function makeTracer(): (step: Step) => TraceLine[] {
  /** What each actor is about to say. */
  const replies = new Map<string, DeliverInput>()
  return (step) => {
    const { group } = partsOf(step.key)
    for (const { src, input } of step.started) if (src === 'deliver') replies.set(step.key, input as DeliverInput)
    const lines: TraceLine[] = []
    if (step.event.type === 'message.received') lines.push(...messageLine(step, group))
    for (const verdict of verdictsOf(step)) {
      lines.push({ kind: 'verdict', group, ...verdict })
      if (isSend(verdict)) {
        const { turn, text, type, replyTo } = replies.get(step.key) as DeliverInput
        lines.push({ kind: 'send', group, turn, at: step.at, text, type, ...(replyTo !== '' && { replyTo }) })
      }
    }
    return lines
  }
}

function messageLine(step: Step, group: string): TraceLine[] {
  const { message } = step.event as unknown as MessageEvent
  if (message.kind === 'self') return []
  const { value, context } = step.snapshot as { value: { vitality: Vitality }; context: GroupContext }
  const { messages: messagesIn5m, unique: speakersIn5m } = context.room.activity
  const { id, mentioned, kind, how, toBots } = message
  const isRequest = message.asked !== undefined || toBots === true || (kind === 'person' && how === 'reply')
  const marks = { ...(isRequest && { asked: true as const }), ...(kind === 'peer' && { peer: true as const }) }
  const figures = { vitality: value.vitality, messagesIn5m, speakersIn5m, mentioned }
  return [{ kind: 'message', id, group, at: step.at, ...figures, ...marks }]
}
