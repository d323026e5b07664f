// The story after a person has had their share of the day.
import type { MessageRef } from '../../../machines/group/types.ts'
import type { Story, TurnSeen } from './story.ts'

/** What somebody asked who has had their share of the day is in no turn any more. */
export function withoutAsker(story: Story, messages: readonly string[]): Story {
  const { draft: _, decision: __, rejudgedAt: ___, ...turn } = story.turn as TurnSeen
  const isLeft = ({ id }: MessageRef): boolean => !messages.includes(id)
  return {
    ...story,
    limited: [...story.limited, ...messages],
    waiting: story.waiting.filter(({ message }) => isLeft(message)),
    turn: { ...turn, batch: turn.batch.filter(isLeft), since: turn.since.filter(isLeft), told: true },
  }
}
