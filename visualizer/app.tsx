// The frame: header; room, Why and budgets at the side, first for the keyboard; board, centre and timeline.
import { type MouseEvent, useEffect } from 'react'
import { Board } from './board/board.tsx'
import { Boundary } from './frame/boundary.tsx'
import { Centre } from './frame/centre.tsx'
import { Away } from './frame/away.tsx'
import { Foot } from './frame/foot.tsx'
import { Header } from './frame/header.tsx'
import { Help } from './frame/help.tsx'
import { listenToKeys, writeToRoom } from './frame/keys.ts'
import { Panes } from './frame/panes.tsx'
import { useWords } from './i18n.ts'
import { Room } from './room/room.tsx'
import { useStore } from './store.ts'
import { useIsAway } from './use-link.ts'
import { Budgets } from './why/budgets.tsx'
import { Note } from './why/note.tsx'
import { Why } from './why/why.tsx'
import './app.css'

export function App() {
  const words = useWords()
  const pane = useStore((state) => state.pane)
  const paused = useStore(({ cursor }) => cursor !== undefined)
  const isAway = useIsAway()
  useEffect(listenToKeys, [])
  return (
    <div className={['app', paused && 'paused', isAway && 'away'].filter(Boolean).join(' ')} data-pane={pane}>
      <a className="skip" href="#say" onClick={skip}>
        {words.frame.skip}
      </a>
      <Header />
      <Away />
      <main className="middle">
        <div className="side column">
          <Boundary of={Room} part="room" />
          <div className="side-lower column">
            <h2 className="unseen">{words.panes.why}</h2>
            <Boundary of={Why} part="why" />
            <Boundary of={Budgets} part="why" />
            <Boundary of={Note} part="why" />
          </div>
        </div>
        <Boundary of={Board} part="page" />
        <Boundary of={Centre} part="centre" />
        <Boundary of={Foot} part="foot" />
      </main>
      <Panes />
      <Help />
    </div>
  )
}

/** The address belongs to the moment that is shown. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  writeToRoom()
}
