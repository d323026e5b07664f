// The help, in a dialog.
import { useWords } from '../i18n.ts'
import { setState, useStore } from '../store.ts'
import { later } from './later.tsx'
import { useModal } from './use-modal.ts'

const HelpParts = later(async () => (await import('./help-parts.tsx')).HelpParts)

export const Help = () => useStore(({ help }) => help) && <Shown />

function Shown() {
  const words = useWords()
  const modal = useModal(() => setState({ help: false }))
  return (
    <dialog {...modal} className="help" aria-label={words.help}>
      <HelpParts />
      <form method="dialog">
        <button type="submit" className="button">
          {words.close}
        </button>
      </form>
    </dialog>
  )
}
