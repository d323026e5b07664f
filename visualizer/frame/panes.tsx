// What a narrow window shows: tabs at its lower edge.
import { useWords } from '../i18n.ts'
import { setState, type State, useStore } from '../store.ts'

const panes: State['pane'][] = ['groups', 'room', 'chart', 'why']

export function Panes() {
  const words = useWords()
  const pane = useStore((state) => state.pane)
  return (
    <nav className="panes" aria-label={words.frame.panesName}>
      {panes.map((name) => (
        <button
          key={name}
          type="button"
          className={`pane-${name} soft`}
          aria-pressed={pane === name}
          onClick={() => setState({ pane: name })}
        >
          {words.panes[name]}
        </button>
      ))}
    </nav>
  )
}
