// What became of a message at each bot: every bot has its place from the start, so nothing moves when a fate changes.
import type { TalkLine } from '../../src/feed/contract.ts'
import type { Fate, FateKind } from '../../src/outcomes/outcomes.ts'
import type { Tone } from '../turn-state.ts'
import type { Words } from '../words.ts'

/** What a message wears of one bot. */
export interface Worn {
  /** Of the bot. */
  key: string
  /** Empty where there is but one. */
  bot: string
  /** undefined: it is not known, or not yet. */
  kind: FateKind | 'context' | undefined
  /** At which gate it stands, or what it was read with. */
  where?: string | undefined
  why?: string | undefined
  /** Where its Why is told, on a page that has none. */
  href?: string
}

const looks: Record<FateKind | 'context', [glyph: string, tone: Tone]> = {
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

export const FateLine = ({ words, worn, onAsk }: Props) => (
  <div className="fates" aria-live="off">
    {worn.map((each) => (
      <Fate key={each.key} words={words} worn={each} onAsk={onAsk} />
    ))}
  </div>
)

/** Leads to the Why of that bot. */
function Fate({ words, worn, onAsk }: { words: Words; worn: Worn; onAsk: Props['onAsk'] }) {
  const { key, bot, kind, where, why = '' } = worn
  if (kind === undefined) return <span className="fate-unknown" />
  const [glyph, tone] = looks[kind]
  const text = (
    <>
      <i aria-hidden="true">{glyph}</i> {bot && <bdi className="dim">{bot} </bdi>}
      {kind === 'readWith' && where ? words.room.readWith : words.fates[kind]}
      {where && (
        <span className="dim">
          {kind === 'readWith' ? ' ' : ' · '}
          <bdi>{where}</bdi>
        </span>
      )}
    </>
  )
  const look = { className: `fate cut finer tone-${tone}`, title: why || words.room.pick }
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

/** Whether the reason says more than the fate does. */
const isTelling = (kind: Worn['kind']): boolean => kind !== 'answered' && kind !== 'readWith' && kind !== 'own'

const excerptChars = 40

/** In words, where the fate alone does not say it. */
export function whereOf(fate: Fate, talk: readonly TalkLine[], words: Words): string | undefined {
  const { kind, gate } = fate
  if (kind === 'answered' || kind === 'own') return undefined
  if (kind !== 'readWith') return words.gates[gate]
  const text = talk.find(({ id }) => id === fate.with)?.text
  return text && `“${text.length > excerptChars ? `${text.slice(0, excerptChars)}…` : text}”`
}
