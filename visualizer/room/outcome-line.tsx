// What became of a message at each bot: every bot has its place from the start, so nothing moves when an outcome changes.
import type { TalkLine } from '../../src/feed/contract.ts'
import type { MessageOutcome, OutcomeKind } from '../../src/outcomes/outcomes.ts'
import type { Tone } from '../turn-state.ts'
import type { Words } from '../words.ts'
import { toldOf } from './told.ts'

/** What a message wears of one bot. */
export interface Worn {
  /** Of the bot. */
  key: string
  /** Empty where there is but one. */
  bot: string
  /** undefined: it is not known, or not yet. */
  kind: OutcomeKind | 'context' | undefined
  /** At which gate it stands, or what it was read with. */
  where?: string | undefined
  why?: string | undefined
  /** Where its Why is told, on a page that has none. */
  href?: string
}

const looks: Record<OutcomeKind | 'context', [glyph: string, tone: Tone]> = {
  answered: ['✓', 'live'],
  readWith: ['≡', 'live'],
  skipped: ['✕', 'rest'],
  failed: ['▲', 'hot'],
  waiting: ['◷', 'wait'],
  working: ['◆', 'think'],
  own: ['▸', 'send'],
  context: ['·', 'rest'],
}

interface Props {
  words: Words
  worn: readonly Worn[]
  onAsk: ((bot: string) => void) | undefined
}

export const OutcomeLine = ({ words, worn, onAsk }: Props) => (
  <div className="outcomes" aria-live="off">
    {worn.map((each) => (
      <BotOutcome key={each.key} words={words} worn={each} onAsk={onAsk} />
    ))}
  </div>
)

/** Leads to the Why of that bot. */
function BotOutcome({ words, worn, onAsk }: { words: Words; worn: Worn; onAsk: Props['onAsk'] }) {
  const { key, bot, kind, where, why = '' } = worn
  if (kind === undefined) return <span className="outcome-unknown" />
  const [glyph, tone] = looks[kind]
  const text = (
    <>
      <i aria-hidden="true">{glyph}</i> {bot && <bdi className="dim">{bot} </bdi>}
      {kind === 'readWith' && where ? words.room.readWith : words.outcomes[kind]}
      {where && (
        <span className="dim">
          {kind === 'readWith' ? ' ' : ' · '}
          <bdi>{where}</bdi>
        </span>
      )}
    </>
  )
  const look = { className: `outcome cut finer tone-${tone}`, title: why || words.room.pick }
  return onAsk ? (
    <button type="button" {...look} onClick={() => onAsk(key)}>
      {text}
    </button>
  ) : (
    <a {...look} href={worn.href}>
      {text}
      {why && isTelling(kind) && <span className="dim"> · {why}</span>}
    </a>
  )
}

/** Whether the reason says more than the outcome does. */
const isTelling = (kind: Worn['kind']): boolean => kind !== 'answered' && kind !== 'readWith' && kind !== 'own'

const excerptChars = 40

/** In words, where the outcome alone does not say it. */
export function whereOf(outcome: MessageOutcome, talk: readonly TalkLine[], words: Words): string | undefined {
  const { kind, gate } = outcome
  if (kind === 'answered' || kind === 'own') return undefined
  if (kind !== 'readWith') return words.gates[gate]
  const line = talk.find(({ id }) => id === outcome.with)
  const text = line && toldOf(line)
  return text && `“${text.length > excerptChars ? `${text.slice(0, excerptChars)}…` : text}”`
}
