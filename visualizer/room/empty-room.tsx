// A room in which nobody has spoken: who is here, what to try, and what will happen then.
import type { Words } from '../words.ts'
import { Avatar } from './avatar.tsx'
import type { BotHere } from './bots.ts'
import { fieldsIn, triesOf } from './tries.ts'

interface Props {
  words: Words
  bots: readonly BotHere[]
  /** What will happen. */
  next: string
  /** Absent: nobody can write here. */
  onTry?: ((text: string) => void) | undefined
}

const shownFields = 4

export function EmptyRoom({ words, bots, next, onTry }: Props) {
  const { empty, bot: botWord } = words.room
  return (
    <div className="empty-room stack">
      <h3>{empty.title}</h3>
      <ul className="here stack" aria-label={empty.here}>
        {bots.map(({ key, id, name, profile }) => (
          <li key={key} className="row">
            <Avatar id={id} name={name} bot />
            <p>
              <b>
                <bdi>{name}</bdi>
              </b>{' '}
              <span className="dim cut">{profile?.role || botWord}</span>
              <br />
              <span className="dim">{profile && sentenceOf(profile)}</span>
            </p>
          </li>
        ))}
      </ul>
      {onTry && (
        <>
          <h4 className="fine">{empty.tries}</h4>
          <ul className="tries stack">
            {triesOf(bots, words).map((text) => (
              <li key={text}>
                <button type="button" className="try wide" onClick={() => onTry(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="dim">{next}</p>
    </div>
  )

  function sentenceOf({ fields, about = '' }: NonNullable<BotHere['profile']>): string {
    const told = fieldsIn(fields, words.lang).slice(0, shownFields)
    return told.length > 0 ? empty.asks(told) : about || empty.plain
  }
}
