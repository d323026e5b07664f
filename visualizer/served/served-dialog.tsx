// Who is served in a room: who was refused lately, the lists of the configuration and of the page, and a way to add somebody.
import { type RefObject, useRef, useState } from 'react'
import type { BoardRow, ServedShown } from '../../src/feed/contract.ts'
import { Refused } from '../api.ts'
import { useModal } from '../frame/use-modal.ts'
import { useWords } from '../i18n.ts'
import { problemText } from '../problem-text.ts'
import { useIsAway, useProblem } from '../use-link.ts'
import { useRead } from '../use-read.ts'
import { AddForm } from './add-form.tsx'
import { Listed } from './listed.tsx'
import { People } from './people.tsx'
import { type Give, postServed, servedIn } from './served-api.ts'
import { servedWords } from './served-words.ts'
import './served.css'

export function ServedDialog({ row, close }: { row: BoardRow; close: () => void }) {
  const all = useWords()
  const words = servedWords[all.lang]
  const modal = useModal(close)
  const read = useRead(() => servedIn(row.key), [row.key], { everyMs: 5_000 })
  const told = read.told
  const said = useRef<HTMLParagraphElement>(null)
  const { give, off, done, problem } = useOrders(row.key, read.put, said)
  return (
    <dialog {...modal} className="served" tabIndex={-1} aria-labelledby="served-title">
      <h2 id="served-title">{words.title(row.groupTitle)}</h2>
      {!told && <p className="note">{all.loading}</p>}
      {told && (
        <>
          <p className="soft">{told.isOpen ? words.isOpen : words.isListed}</p>
          <People words={words} people={told.people} off={off} give={give} />
          <AddForm words={words} told={told} off={off} give={give} />
          <Listed words={words} told={told} off={off} give={give} />
        </>
      )}
      <p className="soft served-done" role="status" tabIndex={-1} ref={said}>
        {done}
      </p>
      {problem !== undefined && (
        <p className="warn" role="alert">
          {problem}
        </p>
      )}
      <form method="dialog">
        <button type="submit" className="button">
          {all.close}
        </button>
      </form>
    </dialog>
  )
}

function useOrders(actor: string, put: (told: ServedShown) => void, said: RefObject<HTMLElement | null>) {
  const { lang } = useWords()
  const words = servedWords[lang]
  const isAway = useIsAway()
  const [isUnder, setUnder] = useState(false)
  const [done, setDone] = useState('')
  const [problem, setProblem] = useProblem()
  const off = isUnder || isAway
  const give: Give = async (order, who) => {
    if (off) return false
    setUnder(true)
    setDone('')
    setProblem(undefined)
    try {
      const told = await postServed(actor, order)
      put(told)
      const still =
        order.do === 'add' && order.list === 'allowFrom' && told.people.some(({ id, why }) => id === order.id && why)
      setDone(still ? words.stays(who) : words.done[order.do === 'add' ? order.list : 'remove'](who))
      // Its button is gone with what it removed.
      if (order.do === 'remove') said.current?.focus()
      return true
    } catch (error) {
      setProblem(error instanceof Refused ? await problemText(error, lang) : words.unreachable)
      return false
    } finally {
      setUnder(false)
    }
  }
  return { give, off, done, problem }
}
