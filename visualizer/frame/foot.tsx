// The timeline, which folds to its name: closed at first where there is little room.
import { showStep } from '../actions.ts'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { timelineWords } from '../timeline/timeline-words.ts'
import { useNow } from '../use-now.ts'
import { FoldButton, useFold } from './fold.tsx'

export function Foot() {
  const words = useWords()
  const name = timelineWords[words.lang].timeline
  const fold = useFold('timeline', innerWidth < 1280 || innerHeight < 640)
  return (
    <section className={fold.open ? 'foot open' : 'foot'} aria-label={name}>
      <FoldButton fold={fold} name={name} bare />
      {fold.open && (
        <div id={fold.id} className="foot-body">
          <TimelineHere />
        </div>
      )}
    </section>
  )
}

function TimelineHere() {
  const steps = useStore((state) => state.steps)
  const talk = useStore((state) => state.talk)
  const cursor = useStore((state) => state.cursor)
  const lang = useStore((state) => state.lang)
  const now = useNow()
  return <Timeline steps={steps} talk={talk} cursor={cursor} now={now} onCursor={showStep} lang={lang} />
}
