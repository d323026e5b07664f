// What the help tells: keys, colours and what is stored.
import type { StoreFigures } from '../../src/feed/contract.ts'
import { storedOf } from '../api.ts'
import { TurnChip } from '../board/turn-chip.tsx'
import { VitalityMark } from '../board/vitality-mark.tsx'
import { useWords } from '../i18n.ts'
import { countText, dateText, sizeText } from '../time-text.ts'
import { turnStateOf, vitalities } from '../turn-state.ts'
import { useRead } from '../use-read.ts'
import { helpWords } from './help-words.ts'
import { keyPlaces, keySign } from './key-words.ts'

const turns = ['idle', 'waiting', 'dispatching', 'delaying', 'cooling']

export function HelpParts() {
  const { lang } = useWords()
  const words = helpWords[lang]
  return (
    <>
      <h2 className="dim fine">{words.keys.title}</h2>
      <div className="key-places">
        {Object.entries(keyPlaces).map(([place, { name, keys }]) => (
          <section key={place} data-place={place}>
            <h3 className="fine">{name[lang]}</h3>
            <dl className="keys">
              {keys.map(([all, does]) => (
                <div key={all.join(' ')}>
                  <dt className="row tight">
                    {all.map((key) => (
                      <kbd key={key} data-key={key}>
                        {keySign(key)}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does[lang]}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <h2 className="dim fine">{words.keys.colours}</h2>
      <p className="legend wrap">
        {vitalities.map((vitality) => (
          <VitalityMark key={vitality} vitality={vitality} named />
        ))}
      </p>
      <p className="legend wrap">
        {turns.map((state) => (
          <TurnChip key={state} turn={turnStateOf([`group.turn.${state}`])} />
        ))}
      </p>
      <Stored />
    </>
  )
}

/** As the service tells when the help is opened. */
function Stored() {
  const { lang } = useWords()
  const words = helpWords[lang].stored
  const { told, failed } = useRead(storedOf, [])
  return (
    <>
      <h2 className="dim fine">{words.title}</h2>
      <p className="stored">{told ? textOf(told) : failed && words.none}</p>
    </>
  )

  function textOf({ messages, since, bytes, maxBytes, retainMs, isOver, tape }: StoreFigures): string {
    const kept = words.summary({
      messages: countText(messages),
      since: dateText(since ?? Date.now(), lang),
      size: sizeText(bytes),
      most: sizeText(maxBytes),
      days: Math.round(retainMs / 86_400_000),
    })
    const runs = tape && words.runs({ entries: countText(tape.entries), size: sizeText(tape.bytes) })
    return [kept, runs, isOver && words.over].filter(Boolean).join(' ')
  }
}
