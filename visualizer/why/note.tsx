// What the bot noted of the group, when it was renewed, and the order to forget everything said there.
import { useEffect, useState } from 'react'
import type { NoteShown } from '../../src/feed/contract.ts'
import { noteOf, postForget } from '../api.ts'
import { FoldButton, useFold } from '../frame/fold.tsx'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { clockText } from '../time-text.ts'

const everyMs = 10_000

export function Note() {
  const words = useWords()
  const actor = useStore((state) => state.actor)
  const fold = useFold('note', true)
  const [note, show] = useNote(fold.open ? actor : undefined)
  if (actor === undefined) return undefined
  const forget = (): void => {
    if (confirm(words.note.sure)) postForget(actor).then(show, () => undefined)
  }
  return (
    <section className="group-note" aria-label={words.note.title}>
      <h3>
        <FoldButton fold={fold} name={words.note.title} />
      </h3>
      {fold.open && (
        <div id={fold.id}>
          {note && note.items.length > 0 ? (
            <ul>
              {note.items.map((item) => (
                <li key={item}>
                  <bdi>{item}</bdi>
                </li>
              ))}
            </ul>
          ) : (
            <p className="dim">{words.note.none}</p>
          )}
          <p className="dim">
            {note?.at !== undefined && `${words.note.renewed} ${clockText(note.at)} `}
            <button type="button" className="ghost" onClick={forget}>
              {words.note.forget}
            </button>
          </p>
        </div>
      )}
    </section>
  )
}

/** Read anew every 10 s while it is seen. */
function useNote(actor: string | undefined): [NoteShown | undefined, (note: NoteShown) => void] {
  const [read, setRead] = useState<{ actor: string; note: NoteShown }>()
  useEffect(() => {
    if (actor === undefined) return undefined
    let stale = false
    const look = (): void => {
      if (document.visibilityState === 'hidden') return
      noteOf(actor).then(
        (note) => stale || setRead({ actor, note }),
        () => undefined,
      )
    }
    look()
    const timer = setInterval(look, everyMs)
    return () => {
      stale = true
      clearInterval(timer)
    }
  }, [actor])
  const show = (note: NoteShown): void => setRead(actor === undefined ? undefined : { actor, note })
  return [read?.actor === actor ? read?.note : undefined, show]
}
