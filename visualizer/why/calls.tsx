// The model calls of a turn: what was asked, what came back.
import { useEffect, useState } from 'react'
import type { CallRecord } from '../../src/feed/contract.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import { callsOf } from '../api.ts'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import { countText } from '../time-text.ts'

/** Read anew whenever `grown` changes. */
export function Calls({ turn, grown }: { turn: number; grown: string }) {
  const words = useWords()
  const actor = useStore((state) => state.actor)
  const until =
    useStore(({ steps, cursor }) => (cursor === undefined ? Infinity : stepAt(steps, cursor)?.at)) ?? Infinity
  const [read, setRead] = useState<{ of: string; calls: CallRecord[] }>()
  const of = `${actor} ${turn}`
  useEffect(() => {
    if (actor === undefined) return undefined
    let stale = false
    callsOf(actor, turn).then(
      (calls) => stale || setRead({ of, calls }),
      () => {},
    )
    return () => {
      stale = true
    }
  }, [actor, turn, of, grown])
  const calls = read?.of === of ? read.calls.filter(({ at }) => at <= until) : []
  return (
    <div className="calls">
      <h4>{words.why.calls}</h4>
      {calls.length === 0 && <p className="dim">{words.why.noCalls}</p>}
      {calls.map((call) => (
        <Call key={`${call.kind} ${call.at}`} call={call} />
      ))}
    </div>
  )
}

function Call({ call: { kind, model, prompt, answer, error, failure, tokens } }: { call: CallRecord }) {
  const words = useWords()
  return (
    <details>
      <summary>
        <b>{words.why.callKinds[kind]}</b> <span className="dim">{model}</span>
        {tokens !== undefined && <span className="num dim call-tokens">{words.why.tokens(countText(tokens))}</span>}
      </summary>
      <h5>{words.why.answer}</h5>
      <pre tabIndex={0} className={error === undefined ? '' : 'call-error'}>
        {(failure && whyText(failure, words.lang)) ?? error ?? answer ?? words.why.underWay}
      </pre>
      <h5>{words.why.prompt}</h5>
      {prompt.map(({ role, content }, i) => (
        <div key={i} className="asked">
          <span className="dim">{words.why.roles[role]}</span>
          <pre tabIndex={0}>{content}</pre>
        </div>
      ))}
    </details>
  )
}
