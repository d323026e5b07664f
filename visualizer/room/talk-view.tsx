// The log of a room: its messages, who writes now, and the way back to its end.
import { type ReactNode, type UIEvent, useEffect, useMemo } from 'react'
import type { TalkLine } from '../../src/feed/contract.ts'
import { useRoving } from '../frame/use-roving.ts'
import type { Words } from '../words.ts'
import { arranged } from './arrange.ts'
import { type BotHere, roleOf } from './bots.ts'
import type { Quoted } from './post.ts'
import type { Worn } from './outcome-line.tsx'
import { Message } from './message.tsx'
import { Notice, type Spent } from './notice.tsx'
import { Typing } from './typing.tsx'
import { usePlace } from './use-place.ts'

interface Props {
  words: Words
  /** The room's name. */
  label: string
  lines: readonly TalkLine[]
  bots: readonly BotHere[]
  wornBy: (line: TalkLine) => readonly Worn[]
  spent: readonly Spent[]
  writing: readonly BotHere[]
  useNow: () => number
  /** There are earlier lines, and this fetches them. */
  more?: (() => void) | undefined
  chosen?: string | undefined
  onChoose?: ((message: string | undefined) => void) | undefined
  onAsk?: ((bot: string, message: string) => void) | undefined
  onReply?: ((quoted: Quoted) => void) | undefined
  /** The reader is at the end, or has left it. */
  onFollow?: (follows: boolean) => void
  /** What stands there when nobody has spoken. */
  children: ReactNode
}

export function TalkView({ words, label, lines, bots, wornBy, spent, writing, more, children, ...props }: Props) {
  const { useNow, chosen, onChoose, onAsk, onReply, onFollow } = props
  const shown = useMemo(() => arranged(lines), [lines])
  const { box, follows, look, toEnd, toLine } = usePlace(shown, more ?? nothing)
  useRoving(box, 'button, a', { rows: '.message, .tries li', fromEnd: true })
  useEffect(() => onFollow?.(follows), [follows, onFollow])
  const scrolled = (event: UIEvent) => {
    if (event.target === event.currentTarget) look()
  }
  return (
    <div className="talk grow">
      <div className="talk-lines" ref={box} onScroll={scrolled} role="log" aria-label={label}>
        <div>
          {lines.length === 0 && children}
          {more && (
            <button type="button" className="ghost earlier" onClick={more}>
              {words.room.earlier}
            </button>
          )}
          <ol>
            {shown.map((each) => (
              <Message
                key={each.line.id}
                words={words}
                shown={each}
                role={roleOf(each.line, bots)}
                worn={wornBy(each.line)}
                chosen={each.line.id === chosen}
                onChoose={onChoose}
                onAsk={onAsk}
                onQuote={toLine}
                onReply={onReply}
              >
                {spent
                  .filter(({ message }) => message === each.line.id)
                  .map((notice) => (
                    <Notice key={notice.bot} words={words} spent={notice} useNow={useNow} />
                  ))}
              </Message>
            ))}
          </ol>
          <Typing words={words} bots={writing} />
        </div>
      </div>
      {!follows && (
        <button type="button" className="pill to-end" onClick={toEnd}>
          {words.room.later}
        </button>
      )}
    </div>
  )
}

const nothing = (): void => {}
