// The bar on top: live or paused, the way back, language, theme, help.
import { useRef, useState } from 'react'
import { moveStep, showStep } from '../actions.ts'
import { useWords } from '../i18n.ts'
import { setState, useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { clockText } from '../time-text.ts'
import { LookButtons, SignButton } from './look-buttons.tsx'
import { useRoving } from './use-roving.ts'

export function Header() {
  const words = useWords()
  const missed = useStore((state) => state.missed)
  const gone = useStore((state) => state.gone)
  const tools = useRef<HTMLDivElement>(null)
  useRoving(tools, 'button')
  return (
    <header className="top row">
      <h1 className="row">
        <Mark />
        Chime
      </h1>
      <Standing />
      {missed > 0 && (
        <span className="pill warn" role="status">
          {words.missed(missed)}
        </span>
      )}
      {gone !== undefined && (
        <span className="pill warn" role="status">
          {words.gone(gone)}
        </span>
      )}
      <span className="grow" />
      <div className="tools row tight" ref={tools} role="toolbar" aria-label={words.frame.tools}>
        <Travel />
        <LookButtons />
        <SignButton sign="?" name={words.help} keyName="?" onClick={() => setState({ help: true })} />
      </div>
    </header>
  )
}

function Standing() {
  const words = useWords()
  const link = useStore((state) => state.link)
  const cursor = useStore((state) => state.cursor)
  const step = useStore(({ steps, cursor: at }) => stepAt(steps, at))
  if (cursor !== undefined) {
    return (
      <span className="pill paused-at" role="status">
        <i aria-hidden="true">❙❙</i> {words.frame.past} {step ? clockText(step.at) : ''}{' '}
        <span className="num">#{cursor}</span>
      </span>
    )
  }
  return (
    <span className={`pill link-${link}${link === 'lost' ? ' warn' : ''}`} role="status">
      <i aria-hidden="true">{link === 'live' ? '●' : '○'}</i> {words.link[link]}
    </span>
  )
}

/** One step back, one on, live again, and the link to the moment. */
function Travel() {
  const words = useWords()
  const cursor = useStore((state) => state.cursor)
  const [copied, setCopied] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  const back = () => {
    showStep(undefined)
    // The button goes with the past: the focus stays with its neighbours.
    first.current?.focus()
  }
  return (
    <div className="travel row tight">
      <SignButton ref={first} sign="‹" name={words.stepBack} keyName="←" onClick={() => void moveStep(-1)} />
      <SignButton
        sign="›"
        name={words.stepOn}
        keyName="→"
        aria-disabled={cursor === undefined}
        onClick={() => void (cursor !== undefined && moveStep(1))}
      />
      {cursor !== undefined && (
        <>
          <button
            type="button"
            className="ghost"
            onBlur={() => setCopied(false)}
            onClick={() =>
              void navigator.clipboard.writeText(location.href).then(
                () => setCopied(true),
                () => {},
              )
            }
          >
            {copied ? words.copied : words.copyLink}
          </button>
          <button type="button" className="pill back" onClick={back}>
            ⟲ {words.backToLive} <kbd>Esc</kbd>
          </button>
        </>
      )}
    </div>
  )
}

const Mark = () => (
  <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path d="M5 6h22v15H16l-7 6v-6H5z" />
    <circle cx="11.5" cy="13.5" r="1.8" />
    <circle cx="16" cy="13.5" r="1.8" />
    <circle cx="20.5" cy="13.5" r="1.8" />
  </svg>
)
