// What stands in a model call beside texts: tools on offer, calls of them, and their results.
import type { AskedMessage, CallRecord, MadeCall } from '../../src/feed/contract.ts'
import { useWords } from '../i18n.ts'
import { callWords } from './call-words.ts'
import { laidOut } from './laid-out.ts'

/** A message of the prompt. */
export function Asked({ message: { role, content, calls = [], tool } }: { message: AskedMessage }) {
  const words = callWords[useWords().lang]
  return (
    <div className="asked finest">
      <span className="dim">
        {words.roles[role]}
        {tool !== undefined && (
          <>
            {' '}
            <code>
              <bdi>{tool}</bdi>
            </code>
          </>
        )}
      </span>
      {!(content === '' && calls.length > 0) && <pre tabIndex={0}>{content}</pre>}
      <MadeCalls calls={calls} />
    </div>
  )
}

export function MadeCalls({ calls }: { calls: readonly MadeCall[] }) {
  const words = callWords[useWords().lang]
  return calls.map((call, i) => (
    <div key={i} className="made-call finest">
      <span className="dim">
        {words.called}{' '}
        <code>
          <bdi>{call.name === '' ? '?' : call.name}</bdi>
        </code>
        {call.isCut && <span className="warn"> · {words.cutCall}</span>}
      </span>
      <pre tabIndex={0}>{laidOut(call.arguments)}</pre>
    </div>
  ))
}

/** Folded, and the schema of each once more. */
export function ToolsOnOffer({ tools }: { tools: NonNullable<CallRecord['tools']> }) {
  const words = callWords[useWords().lang]
  if (tools.length === 0) return null
  return (
    <details className="on-offer finest">
      <summary>{words.onOffer(tools.length)}</summary>
      {tools.map(({ name, description, parameters }) => (
        <details key={name}>
          <summary>
            <code>
              <bdi>{name}</bdi>
            </code>{' '}
            <span className="dim">{description}</span>
          </summary>
          <pre tabIndex={0}>{laidOut(parameters)}</pre>
        </details>
      ))}
    </details>
  )
}
