// Types into the group as a person; only rooms of the web channel take it.
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react'
import { recall, remember, showStep } from '../actions.ts'
import { postMessage } from '../api.ts'
import { useWords } from '../i18n.ts'

const webPrefix = 'web:'

export function Composer({ group, title }: { group: string; title: string }) {
  const words = useWords()
  const [name, setName] = useState(() => recall('name'))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  // The same text tried again keeps its id: the service takes it once.
  const attempt = useRef<{ of: string; id: string; under: boolean }>(undefined)
  if (!group.startsWith(webPrefix)) return <p className="composer dim">{words.room.readOnly}</p>

  const say = async () => {
    const of = `${name} ${text}`
    if (name.trim() === '' || text.trim() === '' || attempt.current?.under) return
    const id = attempt.current?.of === of ? attempt.current.id : newId()
    attempt.current = { of, id, under: true }
    remember('name', name.trim())
    try {
      await postMessage(group.slice(webPrefix.length), { name: name.trim(), text, id })
      attempt.current = undefined
      setText((now) => (now === text ? '' : now))
      setProblem('')
      showStep(undefined)
    } catch (error) {
      attempt.current = { of, id, under: false }
      setProblem(error instanceof TypeError ? words.room.failed : (error as Error).message)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void say()
  }
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (name.trim() === '') event.currentTarget.form?.querySelector('input')?.focus()
    else void say()
  }
  return (
    <form className="composer" onSubmit={submit}>
      <input
        value={name}
        placeholder={words.room.name}
        aria-label={words.room.name}
        maxLength={40}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <textarea
        id="say"
        rows={1}
        value={text}
        placeholder={words.room.write(title)}
        aria-label={words.room.write(title)}
        maxLength={4_000}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={keys}
      />
      <button type="submit" className="button" disabled={name.trim() === '' || text.trim() === ''}>
        {words.room.send}
      </button>
      {problem && <p role="alert">{problem}</p>}
    </form>
  )
}

/** crypto.randomUUID is there on secure origins alone. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
