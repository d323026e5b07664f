// Who is listed, by the configuration and by the page; what the page added can be removed.
import type { ServedShown } from '../../src/feed/contract.ts'
import { useWords } from '../i18n.ts'
import { clockText, dateText } from '../time-text.ts'
import type { Give } from './served-api.ts'
import type { ServedWords } from './served-words.ts'

interface Props {
  words: ServedWords
  told: ServedShown
  off: boolean
  give: Give
}

export function Listed({ words, told: { listed, more, channel }, off, give }: Props) {
  const { lang } = useWords()
  const timeOf = (at: number): string => `${dateText(at, lang)} ${clockText(at)}`
  return (
    <section aria-labelledby="served-listed">
      <h3 className="heading" id="served-listed">
        {words.listed}
      </h3>
      {listed.length === 0 && <p className="dim">{words.none}</p>}
      <ul className="served-rows">
        {listed.map(({ where, list, id, by, at = 0 }) => (
          <li key={`${where} ${list} ${id}`} className="row" data-listed={id}>
            <code className="served-who">{id}</code>
            <span className={`chip tone-${list === 'denyFrom' ? 'hot' : 'live'}`}>
              <i aria-hidden="true">{list === 'denyFrom' ? '✕' : '✓'}</i>
              {words.lists[list]}
            </span>
            <span className="dim fine">
              {words.where(where, channel)} · {by === 'file' ? words.fromFile : words.fromPage(timeOf(at))}
            </span>
            {by === 'page' && (
              <button
                type="button"
                className="button end"
                aria-disabled={off}
                aria-label={words.removeWho(id)}
                onClick={() => void give({ do: 'remove', where, id }, id)}
              >
                {words.remove}
              </button>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="dim">{words.more(more)}</p>}
    </section>
  )
}
