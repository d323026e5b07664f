// Why it spoke or stayed silent, in a sentence and gate by gate: for the chosen message, or the last turn at the cursor.
import { useMemo } from 'react'
import { clipped } from '../../src/outcomes/clipped.ts'
import { Silences } from '../control/silences.tsx'
import { FoldButton, useFold } from '../frame/fold.tsx'
import { useWords } from '../i18n.ts'
import { botRow } from '../invoked/bot-row.ts'
import { toldOf } from '../room/told.ts'
import { useStore } from '../store.ts'
import { stepAt, stepsUntil } from '../steps.ts'
import { useRead } from '../use-read.ts'
import type * as storyView from './story-view.tsx'
import './why.css'

type Parts = typeof storyView
let parts: Parts | undefined

export function Why() {
  const words = useWords()
  const message = useStore((state) => state.message)
  const { story, StoryView, isDue } = useStory()
  const about = message ?? story?.answers?.[0] ?? story?.messages.at(-1)
  const line = useStore(({ talk }) => (about === undefined ? undefined : talk.find(({ id }) => id === about)))
  const fold = useFold('why')
  const stands = useStore((state) => stepAt(state.steps, state.cursor) ?? botRow(state))
  return (
    <section className="why" aria-label={words.why.title}>
      <h3 className="heading row">
        <span>
          <FoldButton fold={fold} name={words.why.title} /> {stands && <Silences of={stands} />}
        </span>
        {(line || message) && (
          <bdi className="why-of cut" title={line && toldOf(line)}>
            {line ? `${line.name}${words.figures.colon}“${clipped(toldOf(line))}”` : message}
          </bdi>
        )}
      </h3>
      {fold.open && (
        <div id={fold.id}>
          {story && StoryView ? (
            <StoryView story={story} message={message} />
          ) : (
            <p className="dim">{isDue ? words.loading : message === undefined ? words.why.pick : words.why.unknown}</p>
          )}
        </div>
      )}
    </section>
  )
}

/** What can tell of a turn is fetched once there is anything to tell. */
function useStory() {
  const steps = useStore((state) => state.steps)
  const cursor = useStore((state) => state.cursor)
  const message = useStore((state) => state.message)
  const wanted = steps.length > 0 || message !== undefined
  useRead(() => (wanted ? load() : undefined), [wanted])
  const story = useMemo(() => parts?.storyIn(stepsUntil(steps, cursor), message), [parts, steps, cursor, message])
  return { story, StoryView: parts?.StoryView, isDue: wanted && parts === undefined }
}

const load = async (): Promise<Parts> => (parts ??= await import('./story-view.tsx'))
