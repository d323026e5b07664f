// Adds somebody by the id of the platform, here or on the whole channel.
import { useState } from 'react'
import type { ListedId, ServedPlace, ServedShown } from '../../src/feed/contract.ts'
import type { Give } from './served-api.ts'
import type { ServedWords } from './served-words.ts'

interface Props {
  words: ServedWords
  told: ServedShown
  off: boolean
  give: Give
}

const places: readonly ServedPlace[] = ['group', 'channel']

export function AddForm({ words, told: { channel }, off, give }: Props) {
  const [id, setId] = useState('')
  const [where, setWhere] = useState<ServedPlace>('group')
  const add = async (list: ListedId['list']): Promise<void> => {
    const who = id.trim()
    if (await give({ do: 'add', where, list, id: who }, who)) setId('')
  }
  return (
    <form
      className="served-add"
      aria-labelledby="served-add"
      onSubmit={(event) => {
        event.preventDefault()
        void add('allowFrom')
      }}
    >
      <h3 className="heading" id="served-add">
        {words.add}
      </h3>
      <div className="wrap">
        <input
          aria-label={words.id(channel)}
          placeholder={words.id(channel)}
          value={id}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setId(target.value)}
        />
        <select
          aria-label={words.place}
          value={where}
          onChange={({ target }) => setWhere(target.value === 'channel' ? 'channel' : 'group')}
        >
          {places.map((place) => (
            <option key={place} value={place}>
              {words.where(place, channel)}
            </option>
          ))}
        </select>
        <button type="submit" className="button" aria-disabled={off}>
          {words.serve}
        </button>
        <button type="button" className="button" aria-disabled={off} onClick={() => void add('denyFrom')}>
          {words.never}
        </button>
      </div>
    </form>
  )
}
