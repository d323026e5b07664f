// The timeline, which folds to its name: closed at first where there is little room.
import { lazy, Suspense } from 'react'
import { useWords } from '../i18n.ts'
import { timelineWords } from '../timeline/timeline-words.ts'
import { FoldButton, useFold } from './fold.tsx'

const Timeline = lazy(async () => ({ default: (await import('../timeline/timeline.tsx')).Timeline }))

export function Foot() {
  const words = useWords()
  const name = timelineWords[words.lang].timeline
  const fold = useFold('timeline', innerWidth < 1280 || innerHeight < 640)
  return (
    <section className={fold.open ? 'foot open' : 'foot'} aria-label={name}>
      <FoldButton fold={fold} name={name} bare />
      {fold.open && (
        <div id={fold.id} className="foot-body">
          <Suspense fallback={<p className="note">{words.loading}</p>}>
            <Timeline />
          </Suspense>
        </div>
      )}
    </section>
  )
}
