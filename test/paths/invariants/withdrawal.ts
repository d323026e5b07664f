// Who withdraws what they asked is answered no more (A5).
import type { MessageRef } from '../../../machines/group/types.ts'
import { type Invariant, isPressing, type Story } from './story.ts'

/** What somebody said to the bot, if they ask it for anything. */
function askedBy(sender: string, refs: readonly MessageRef[], { input }: Story): readonly MessageRef[] {
  const own = refs.filter(
    (ref) => ref.kind === 'person' && ref.sender === sender && !ref.addressedToOther && !ref.continuesOtherExchange,
  )
  return own.some((ref) => input.oneToOne || isPressing(ref)) ? own : []
}

/** Of the turn under way; what is said of work is not asked for, and what the channel has is not taken from others. */
function askedInTurn(sender: string, story: Story): readonly MessageRef[] {
  const { turn } = story
  if (!turn || turn.isReport || turn.workedUntil !== undefined || turn.working !== undefined) return []
  if (turn.draft?.of !== undefined) return []
  const own = askedBy(sender, turn.batch, story)
  return turn.tries > 0 && own.length < turn.batch.length ? [] : own
}

const stillAsked = (sender: string, story: Story): readonly MessageRef[] => [
  ...askedBy(
    sender,
    story.waiting.map(({ message }) => message),
    story,
  ),
  ...askedInTurn(sender, story),
]

export const isWithdrawing = (story: Story, { kind, sender, wish }: MessageRef): boolean =>
  kind === 'person' && (wish === 'stop' || wish === 'quiet') && stillAsked(sender, story).length > 0

export function withoutWithdrawn(story: Story, messages: readonly string[]): Story {
  const isLeft = ({ id }: MessageRef): boolean => !messages.includes(id)
  const { turn } = story
  const waiting = story.waiting.filter(({ message }) => isLeft(message))
  const left = story.waiting.filter(({ message, flushed }) => !isLeft(message) && !flushed)
  return {
    ...story,
    withdrawn: [...story.withdrawn, ...messages],
    waiting,
    leftBuffer: waiting.every(({ flushed }) => flushed) ? [] : [...story.leftBuffer, ...left],
    turn: turn && { ...turn, batch: turn.batch.filter(isLeft), since: turn.since.filter(isLeft) },
  }
}

export const withdrawal: Invariant[] = [
  {
    says: 'what its sender withdrew is in no batch and no reply from then on',
    broken({ withdrawn }, sight) {
      if (sight.kind !== 'started') return undefined
      const { batch = [], replyTo } = sight.input ?? {}
      const about = [...batch, replyTo].find((id) => id !== undefined && withdrawn.includes(id))
      return about === undefined ? undefined : `${sight.id} is about ${about}`
    },
  },
  {
    says: 'of who withdraws nothing waits any more that they asked',
    broken(story, sight) {
      if (sight.kind !== 'rest' || story.withdrawing === undefined) return undefined
      const [left] = stillAsked(story.withdrawing, story)
      return left && `${left.id} does`
    },
  },
]
