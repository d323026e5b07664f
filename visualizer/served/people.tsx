// Who wrote in the room lately, and whether they are served: one button each.
import { useState } from 'react'
import type { ServedPerson } from '../../src/feed/contract.ts'
import type { Give } from './served-api.ts'
import type { ServedWords } from './served-words.ts'

interface Props {
  words: ServedWords
  people: readonly ServedPerson[]
  off: boolean
  give: Give
}

export function People({ words, people, off, give }: Props) {
  const inOrder = useOrder(people)
  return (
    <section aria-labelledby="served-lately">
      <h3 className="heading" id="served-lately">
        {words.lately}
      </h3>
      {people.length === 0 && <p className="dim">{words.nobody}</p>}
      <ul className="served-rows">
        {inOrder.map((person) => (
          <Person key={person.id} words={words} person={person} off={off} give={give} />
        ))}
      </ul>
    </section>
  )
}

function Person({ words, person, off, give }: Omit<Props, 'people'> & { person: ServedPerson }) {
  const { id, name, why, fixed } = person
  const list = why ? 'allowFrom' : 'denyFrom'
  return (
    <li className="row" data-person={id}>
      <span className="served-who">
        <bdi>{name}</bdi> <code className="dim">{id}</code>
      </span>
      <span className={`chip tone-${why ? 'rest' : 'live'}`}>
        <i aria-hidden="true">{why ? '✕' : '✓'}</i>
        {why ? words.refused : words.served}
      </span>
      {why && <span className="dim fine">{words.why[why]}</span>}
      {fixed ? (
        <span className="dim fine end">{words.fixed[fixed]}</span>
      ) : (
        <button
          type="button"
          className="button end"
          aria-disabled={off}
          aria-label={why ? words.serveWho(name) : words.stopWho(name)}
          onClick={() => void give({ do: 'add', where: 'group', list, id }, name)}
        >
          {why ? words.serve : words.stop}
        </button>
      )}
    </li>
  )
}

/** As it was at first: what has the focus does not move. Who comes later stands above. */
function useOrder(people: readonly ServedPerson[]): ServedPerson[] {
  const [known, setKnown] = useState<readonly string[]>([])
  const fresh = people.map(({ id }) => id).filter((id) => !known.includes(id))
  const order = [...fresh, ...known]
  if (fresh.length > 0) setKnown(order)
  return people.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
}
