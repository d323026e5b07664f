// What the bot noted of the group, when it was renewed, and the order to forget everything said there.
import { noteOf, postForget } from '../api.ts'
import { FoldButton, useFold } from '../frame/fold.tsx'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { clockText } from '../time-text.ts'
import { useRead } from '../use-read.ts'

export function Note() {
  const words = useWords()
  const actor = useStore((state) => state.actor)
  const fold = useFold('note', true)
  const seen = fold.open ? actor : undefined
  const read = useRead(() => (seen === undefined ? undefined : noteOf(seen)), [seen], { everyMs: 10_000 })
  const note = read.told
  if (actor === undefined) return undefined
  const forget = (): void => {
    if (confirm(words.note.sure)) postForget(actor).then(read.put, () => undefined)
  }
  return (
    <section className="group-note" aria-label={words.note.title}>
      <h3 className="heading row">
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
