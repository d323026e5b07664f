// One message: who said it, its text, and its fate at each bot.
import type { TalkLine } from '../../src/feed/contract.ts'
import { chooseActor, chooseMessage } from '../actions.ts'
import { useWords } from '../i18n.ts'
import { clockText } from '../time-text.ts'
import type { Tone } from '../turn-state.ts'
import { setState } from '../store.ts'
import { whyText } from '../../src/outcomes/why-words.ts'
import type { Fate, FateKind } from '../../src/outcomes/outcomes.ts'

export interface Wears {
  actor: string
  /** Empty where there is but one. */
  bot: string
  kind: FateKind | 'context'
  fate: Fate | undefined
}

const looks: Record<Wears['kind'], [glyph: string, tone: Tone]> = {
  answered: ['✓', 'live'],
  readWith: ['✓', 'rest'],
  skipped: ['✕', 'rest'],
  failed: ['✕', 'hot'],
  waiting: ['◷', 'wait'],
  working: ['◆', 'think'],
  own: ['▸', 'send'],
  context: ['·', 'rest'],
}

export function Message({ line, chosen, wears }: { line: TalkLine; chosen: boolean; wears: readonly Wears[] }) {
  const words = useWords()
  const { id, at, name, bot, text } = line
  return (
    <li className={chosen ? 'message chosen' : 'message'}>
      <button
        type="button"
        className="said"
        aria-pressed={chosen}
        onClick={() => chooseMessage(chosen ? undefined : id)}
      >
        <span className={bot ? 'who by-bot' : 'who'}>
          <bdi>{name}</bdi>
          {bot && <span className="tag">{words.room.bot}</span>}
          <time className="num">{clockText(at)}</time>
        </span>
        <bdi className="text">{text}</bdi>
      </button>
      {wears.length > 0 && (
        <div className="fates">
          {wears.map((worn) => (
            <FateChip key={worn.actor} message={id} {...worn} />
          ))}
        </div>
      )}
    </li>
  )
}

/** Leads to the Why of that bot. */
function FateChip({ message, actor, bot, kind, fate }: Wears & { message: string }) {
  const words = useWords()
  const [glyph, tone] = looks[kind]
  const gate = fate && kind !== 'answered' && kind !== 'own' ? words.gates[fate.gate] : ''
  const why = fate?.why ? whyText({ ...fate, why: fate.why }, words.lang) : ''
  const ask = () => {
    chooseActor(actor)
    setState({ message })
  }
  return (
    <button type="button" className={`fate tone-${tone}`} title={why || words.room.pick} onClick={ask}>
      {bot && <bdi className="fate-bot">{bot} </bdi>}
      <i aria-hidden="true">{glyph}</i> {words.fates[kind]}
      {gate && <span className="fate-gate"> · {gate}</span>}
    </button>
  )
}
