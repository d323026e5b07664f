// The model calls of a turn on one axis of time: how long each took, what it cost, what was asked, what came back.
import { Fragment, memo } from 'react'
import type { CallRecord } from '../../src/feed/contract.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { callsOf } from '../api.ts'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { countText, spanText } from '../time-text.ts'
import type { Tone } from '../turn-state.ts'
import { shownNow } from '../use-now.ts'
import { useRead } from '../use-read.ts'
import { callWords } from './call-words.ts'
import { Asked, MadeCalls, ToolsOnOffer } from './tool-calls.tsx'
import './calls.css'

/** Read anew whenever `grown` changes. */
export function Calls({ turn, grown }: { turn: number; grown: string }) {
  const words = callWords[useWords().lang]
  const actor = useStore((state) => state.actor)
  const until =
    useStore(({ steps, cursor }) => (cursor === undefined ? Infinity : stepAt(steps, cursor)?.at)) ?? Infinity
  const { told = [] } = useRead(() => (actor === undefined ? undefined : callsOf(actor, turn)), [actor, turn], {
    grown,
  })
  const calls = told.filter(({ at }) => at <= until)
  const now = useStore((state) => (calls.some(({ endedAt }) => endedAt === undefined) ? shownNow(state) : 0))
  const ends = calls.map(({ endedAt }) => endedAt ?? now)
  const from = calls[0]?.at ?? 0
  const most = Math.max(1, ...calls.map(({ tokens = 0 }) => tokens))
  return (
    <div className="calls">
      <h4 className="heading">{words.calls}</h4>
      {calls.length === 0 && <p className="dim">{words.noCalls}</p>}
      {calls.map((call, i) => (
        <Call
          key={`${call.kind} ${call.at}`}
          call={call}
          end={ends[i] ?? now}
          from={from}
          to={Math.max(from, ...ends)}
          most={most}
        />
      ))}
    </div>
  )
}

const looks: Record<CallRecord['kind'], [glyph: string, tone: Tone]> = {
  decide: ['◆', 'think'],
  rejudge: ['↻', 'wait'],
  compose: ['✎', 'send'],
  think: ['⚙', 'think'],
  note: ['≡', 'live'],
}

interface CallProps {
  call: CallRecord
  /** When it ended, or now; ms. */
  end: number
  /** The time that all bars share, ms. */
  from: number
  to: number
  /** Tokens of the dearest. */
  most: number
}

const Call = memo(function Call({ call, end, from, to, most }: CallProps) {
  const { lang, why } = useWords()
  const words = callWords[lang]
  const { kind, at, endedAt, model, prompt, leftOut = 0, tools = [], answer, error, failure, tokens, bots } = call
  const calls = call.calls ?? []
  const firstMade = prompt.findIndex(({ role }) => role === 'assistant' || role === 'tool')
  const [glyph, tone] = looks[kind]
  const share = (ms: number): string => `${to > from ? (100 * ms) / (to - from) : 100}%`
  return (
    <details>
      <summary className="call-head">
        <span className={`call-kind tone-${tone}`}>
          <i aria-hidden="true">{glyph}</i> {words.callKinds[kind]}
        </span>
        <span className={`call-tracks tone-${error === undefined ? tone : 'hot'}`} aria-hidden="true">
          <span className="track call-track">
            <i style={{ marginLeft: share(at - from), width: share(end - at) }} />
          </span>
          <span className="track call-tokens">
            <i style={{ width: `${(100 * (tokens ?? 0)) / most}%` }} />
          </span>
        </span>
        <span className="num call-figures fine">
          {error !== undefined && <i className="warn">✕ </i>}
          {endedAt === undefined ? why.underWay : spanText(endedAt - at, lang)}
          {tokens !== undefined && <span className="dim"> · {why.tokens(countText(tokens))}</span>}
        </span>
      </summary>
      <p className="dim fine">
        <bdi>{model}</bdi>
        {bots !== undefined && ` · ${words.shared(bots)}`}
      </p>
      <h5 className="dim finest">{words.answer}</h5>
      {!(answer === '' && calls.length > 0) && (
        <pre tabIndex={0} className={error === undefined ? '' : 'warn'}>
          {(failure && whyText(failure, lang)) ?? error ?? answer ?? why.underWay}
        </pre>
      )}
      <MadeCalls calls={calls} />
      <h5 className="dim finest">{words.prompt}</h5>
      <ToolsOnOffer tools={tools} />
      {prompt.map((message, i) => (
        <Fragment key={i}>
          {leftOut > 0 && i === firstMade && <p className="left-out dim finest">{words.leftOut(leftOut)}</p>}
          <Asked message={message} />
        </Fragment>
      ))}
    </details>
  )
})
