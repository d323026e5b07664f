// Types into the room as a person: name, text, and what the service says against it.
import { type KeyboardEvent, type SubmitEvent, useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { Refused } from '../api.ts'
import { problemText } from '../problem-text.ts'
import { recall, remember } from '../remembered.ts'
import type { Words } from '../words.ts'

export interface Post {
  name: string
  text: string
  id: string
}

/** Fills a text in: it is sent at once where the name is known. */
export type Try = (text: string) => void

interface Props {
  words: Words
  /** The room's name. */
  title: string
  /** Rejects with what the service says, or with a TypeError where it could not be reached. */
  post: (post: Post) => Promise<unknown>
  fill?: Ref<Try>
  /** Why nothing can be sent now; what is typed stays. */
  closed?: string | undefined
}

export function Composer({ words, title, post, fill, closed }: Props) {
  const [name, setName] = useState(() => recall('name'))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const due = useRef('')
  // The same text tried again keeps its id: the service takes it once.
  const attempt = useRef<{ of: string; id: string; under: boolean }>(undefined)

  const say = async () => {
    const of = `${name} ${text}`
    if (name.trim() === '' || text.trim() === '' || attempt.current?.under || closed !== undefined) return
    const id = attempt.current?.of === of ? attempt.current.id : newId()
    attempt.current = { of, id, under: true }
    remember('name', name.trim())
    try {
      await post({ name: name.trim(), text, id })
      attempt.current = undefined
      setText((now) => (now === text ? '' : now))
      setProblem('')
      // Whoever has just given a name goes on with words.
      if (form.current?.querySelector('input') === document.activeElement)
        form.current?.querySelector('textarea')?.focus()
    } catch (error) {
      attempt.current = { of, id, under: false }
      setProblem(error instanceof Refused ? problemText(error, words.lang) : words.room.failed)
      if (error instanceof Refused && error.status === taken) form.current?.querySelector('input')?.select()
    }
  }
  // What went wrong before is old news then.
  useEffect(() => {
    if (closed === undefined) setProblem('')
  }, [closed])
  useImperativeHandle(fill, () => (given) => {
    due.current = given
    setText(given)
  })
  useEffect(() => {
    if (text === '' || text !== due.current) return
    due.current = ''
    if (name.trim() === '') form.current?.querySelector('input')?.focus()
    else void say()
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void say()
  }
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends an input method's composition is not meant for us; 229 is how Safari says so.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    if (name.trim() === '') form.current?.querySelector('input')?.focus()
    else void say()
  }
  return (
    <form className="composer" ref={form} onSubmit={submit}>
      <input
        value={name}
        placeholder={words.room.name}
        aria-label={words.room.name}
        maxLength={40}
        autoComplete="nickname"
        onChange={({ target }) => setName(target.value)}
      />
      <textarea
        id="say"
        readOnly={closed !== undefined}
        aria-disabled={closed !== undefined}
        rows={1}
        value={text}
        placeholder={words.room.write(title)}
        aria-label={words.room.write(title)}
        title={words.room.hint}
        maxLength={4_000}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={keys}
      />
      <button
        type="submit"
        className="button"
        disabled={closed !== undefined || name.trim() === '' || text.trim() === ''}
      >
        {words.room.send}
      </button>
      {closed === undefined ? (
        problem && (
          <p className="warn fine" role="alert">
            {problem}
          </p>
        )
      ) : (
        <p className="soft fine">{closed}</p>
      )}
    </form>
  )
}

/** The status of a name that a bot bears. */
const taken = 409

/** crypto.randomUUID is there on secure origins alone. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
