// Where a bot writes: its avatar, three dots, and who it is in words.
import type { Words } from '../words.ts'
import { Avatar } from './avatar.tsx'
import type { BotHere } from './bots.ts'

export function Typing({ words, bots }: { words: Words; bots: readonly BotHere[] }) {
  if (bots.length === 0) return null
  return (
    <p className="typing row dim fine" aria-live="off">
      {bots.map(({ key, id, name }) => (
        <Avatar key={key} id={id} name={name} bot />
      ))}
      <span className="dots row" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {words.room.writing(bots.map(({ name }) => name))}
    </p>
  )
}
