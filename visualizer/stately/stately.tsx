// The page around Stately's inspector: nothing is loaded from outside before the button is pressed.
import { useEffect, useRef, useState } from 'react'
import { LookButtons } from '../frame/look-buttons.tsx'
import { useWords } from '../i18n.ts'
import '../app.css'
import { inspector, makeBridge, type State } from './bridge.ts'
import './stately.css'
import { statelyWords } from './stately-words.ts'

interface Shown {
  state: 'idle' | 'silent' | State
  /** Counts the loads of the inspector. */
  load: number
  missed: number
  full: number
}

const timeoutMs = 15_000

export function Stately() {
  const { lang } = useWords()
  const w = statelyWords[lang]
  const frame = useRef<HTMLIFrameElement>(null)
  const [{ state, load, missed, full }, setShown] = useState<Shown>({ state: 'idle', load: 0, missed: 0, full: 0 })
  const became = (next: Shown['state']) => setShown((before) => ({ ...before, state: next }))
  const reload = () => setShown((before) => ({ state: 'loading', load: before.load + 1, missed: 0, full: 0 }))
  const isOn = state !== 'idle'

  useEffect(() => {
    document.title = `Chime · ${w.title}`
  }, [w])
  useEffect(() => {
    if (!isOn) return undefined
    const bridge = makeBridge({
      frame: () => frame.current?.contentWindow,
      reload,
      openFeed: () => new EventSource('/api/stately/feed'),
      became,
      missed: (steps) => setShown((before) => ({ ...before, missed: before.missed + steps })),
      full: (groups) => setShown((before) => ({ ...before, full: groups })),
    })
    addEventListener('message', bridge.hear)
    return () => {
      removeEventListener('message', bridge.hear)
      bridge.close()
    }
  }, [isOn])
  useEffect(() => {
    if (state !== 'loading') return undefined
    const timer = setTimeout(() => became('silent'), timeoutMs)
    return () => clearTimeout(timer)
  }, [state, load])

  return (
    <>
      <header className="top row">
        <h1>{w.title}</h1>
        <p className="dim grow" role="status">
          {[w[state], missed > 0 && w.missed(missed), full > 0 && w.full(full)].filter(Boolean).join(' · ')}
        </p>
        {isOn && (
          <button
            type="button"
            className="button"
            onClick={() => setShown({ state: 'idle', load, missed: 0, full: 0 })}
          >
            {w.stop}
          </button>
        )}
        <LookButtons />
      </header>
      {isOn ? (
        // It may do what it likes in its frame, and not take this tab elsewhere.
        <iframe
          key={load}
          ref={frame}
          title={w.title}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
          referrerPolicy="no-referrer"
          src={`${inspector}/inspect`}
        />
      ) : (
        <main className="notice stack">
          <p>{w.lead}</p>
          <h2>{w.goes}</h2>
          <ul>
            {w.going.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <h2>{w.stays}</h2>
          <p>{w.staying}</p>
          <p>{w.third}</p>
          {/* After a stop the focus is here again. */}
          <button type="button" className="button" autoFocus={load > 0} onClick={reload}>
            {w.start}
          </button>
          <a className="accent" href="/visualizer/">
            {w.own}
          </a>
          <p className="dim">{w.nothing}</p>
        </main>
      )}
    </>
  )
}
