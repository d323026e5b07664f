// The timeline, which folds to its name: closed at first where there is little room.
import { useWords } from '../i18n.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { timelineWords } from '../timeline/timeline-words.ts'
import { FoldButton, useFold } from './fold.tsx'

export function Foot() {
  const name = timelineWords[useWords().lang].timeline
  const fold = useFold('timeline', innerWidth < 1280 || innerHeight < 640)
  return (
    <section className={fold.open ? 'foot open' : 'foot'} aria-label={name}>
      <FoldButton fold={fold} name={name} bare />
      {fold.open && (
        <div id={fold.id} className="foot-body">
          <Timeline />
        </div>
      )}
    </section>
  )
}
