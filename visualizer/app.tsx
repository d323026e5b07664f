// The frame: header, board, centre, room with why and budgets, timeline.
import { lazy, type MouseEvent, Suspense, useEffect } from 'react'
import { showStep } from './actions.ts'
import { Board } from './board/board.tsx'
import { Boundary } from './frame/boundary.tsx'
import { Centre } from './frame/centre.tsx'
import { Header } from './frame/header.tsx'
import { Help } from './frame/help.tsx'
import { listenToKeys } from './frame/keys.ts'
import { useWords } from './i18n.ts'
import { Room } from './room/room.tsx'
import { useStore } from './store.ts'
import { useNow } from './use-now.ts'
import { Budgets } from './why/budgets.tsx'
import { Note } from './why/note.tsx'
import { Why } from './why/why.tsx'
import './app.css'

const Timeline = lazy(async () => ({ default: (await import('./timeline/timeline.tsx')).Timeline }))

export function App() {
  const words = useWords()
  const pane = useStore((state) => state.pane)
  const paused = useStore(({ cursor }) => cursor !== undefined)
  useEffect(listenToKeys, [])
  return (
    <div className={paused ? 'app paused' : 'app'} data-pane={pane}>
      <a className="skip" href="#middle" onClick={toMiddle}>
        {words.skipTo}
      </a>
      <Header />
      <main className="middle" id="middle" tabIndex={-1}>
        <Boundary>
          <Board />
        </Boundary>
        <Boundary>
          <Centre />
        </Boundary>
        <div className="side">
          <Boundary>
            <Room />
          </Boundary>
          <div className="side-lower">
            <Boundary>
              <Why />
            </Boundary>
            <Boundary>
              <Note />
            </Boundary>
            <Boundary>
              <Budgets />
            </Boundary>
          </div>
        </div>
      </main>
      <footer className="foot">
        <Boundary>
          <Suspense fallback={<p className="note">{words.loading}</p>}>
            <TimelineHere />
          </Suspense>
        </Boundary>
      </footer>
      <Help />
    </div>
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

/** The address belongs to the moment that is shown. */
function toMiddle(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#middle')?.focus()
}
