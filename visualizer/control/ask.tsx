// A call of a run that waits for an operator's word, and the two words that there are.
import { useState } from 'react'
import type { AskShown, BoardRow } from '../../src/feed/contract.ts'
import { get, post, Refused } from '../api.ts'
import { useWords } from '../i18n.ts'
import { problemText } from '../problem-text.ts'
import { useIsAway, useProblem } from '../use-link.ts'
import { useRead } from '../use-read.ts'
import { askWords } from './ask-words.ts'
import './ask.css'

export function Ask({ row: { key: actor, seq } }: { row: BoardRow }) {
  const { lang, control } = useWords()
  const words = askWords[lang]
  const read = useRead(() => get<AskShown>('/api/ask', { actor }), [actor], { grown: seq, everyMs: 5_000 })
  const [given, setGiven] = useState<{ n: number; word: keyof typeof words.given; isTold?: true }>()
  const [problem, setProblem] = useProblem()
  const isAway = useIsAway()
  const { ask } = read.told ?? {}
  const isGiven = given !== undefined && given.n === ask?.n
  const give = (n: number, word: keyof typeof words.given) => async () => {
    if (isAway || isGiven) return
    setProblem(undefined)
    setGiven({ n, word })
    try {
      await post('/api/control', { do: word, actor, n })
      setGiven({ n, word, isTold: true })
    } catch (error) {
      setGiven(undefined)
      setProblem(error instanceof Refused ? await problemText(error, lang) : control.unreachable)
    }
  }
  return (
    <section className="open-ask row wrap" aria-label={words.title} hidden={!ask && !given?.isTold && !problem}>
      {ask && (
        <>
          <p className="open-ask-text">
            <bdi>{ask.text}</bdi>
          </p>
          {(['approve', 'deny'] as const).map((word) => (
            <button
              key={word}
              type="button"
              className="button"
              aria-disabled={isAway || isGiven}
              title={isAway ? control.away : undefined}
              onClick={() => void give(ask.n, word)()}
            >
              {words[word]}
            </button>
          ))}
        </>
      )}
      <p className="dim" role="status">
        {given?.isTold && (!ask || isGiven) ? words.given[given.word] : ''}
      </p>
      {problem !== undefined && (
        <p className="warn" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
