// Keys, colours and what is stored, in a dialog.
import { TurnChip } from '../board/turn-chip.tsx'
import { VitalityMark } from '../board/vitality-mark.tsx'
import { useWords } from '../i18n.ts'
import { setState, useStore } from '../store.ts'
import { turnStateOf, vitalities } from '../turn-state.ts'
import { useModal } from './use-modal.ts'
import { keyPlaces, keySign } from './key-words.ts'
import { Stored } from './stored.tsx'

const turns = ['idle', 'waiting', 'dispatching', 'delaying', 'cooling']

export const Help = () => useStore(({ help }) => help) && <Shown />

function Shown() {
  const words = useWords()
  const modal = useModal(() => setState({ help: false }))
  return (
    <dialog {...modal} className="help" aria-label={words.help}>
      <h2 className="dim fine">{words.keys.title}</h2>
      <div className="key-places">
        {Object.entries(keyPlaces).map(([place, { name, keys }]) => (
          <section key={place} data-place={place}>
            <h3 className="fine">{name[words.lang]}</h3>
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
                  <dd>{does[words.lang]}</dd>
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
      <form method="dialog">
        <button type="submit" className="button">
          {words.close}
        </button>
      </form>
    </dialog>
  )
}
