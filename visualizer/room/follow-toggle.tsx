// Says whether the page goes with the bot that acts, and lets it go on.
import type { BoardRow } from '../../src/feed/contract.ts'
import { useWords } from '../i18n.ts'
import { setState, useStore } from '../store.ts'
import { groupRows } from './group-rows.ts'

export function FollowToggle({ row }: { row: BoardRow }) {
  const words = useWords()
  const follows = useStore((state) => state.follows)
  const isAlone = useStore(({ rows }) => groupRows(rows, row.group).length < 2)
  if (isAlone) return null
  return (
    <button
      type="button"
      className="follow dim cut fine"
      aria-pressed={follows}
      title={words.room.follow}
      onClick={() => setState({ follows: !follows, ...(!follows && { cursor: undefined, gone: undefined }) })}
    >
      <i aria-hidden="true">{follows ? '◎' : '○'}</i> {follows ? words.room.following(row.botName) : words.room.follow}
    </button>
  )
}
