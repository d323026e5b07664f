// Says across the page that the service does not answer, and as of when everything is.
import { useStore } from '../store.ts'
import { clockText } from '../time-text.ts'
import { useWords } from '../i18n.ts'

export function Away() {
  const { away } = useWords().frame
  const lostAt = useStore((state) => state.lostAt)
  return (
    <div className="away-banner" role="alert">
      {lostAt !== undefined && (
        <p>
          <b>{away.title}</b> {away.since(clockText(lostAt))}
        </p>
      )}
    </div>
  )
}
