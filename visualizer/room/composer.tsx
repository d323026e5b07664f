// Types into the room as a person: name, text, what goes with it, and what the service says against it.
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type Ref,
} from 'react'
import { Refused } from '../api.ts'
import { later } from '../frame/later.tsx'
import { problemText } from '../problem-text.ts'
import { recall, remember } from '../remembered.ts'
import type { Words } from '../words.ts'
import type { Hand, Post } from './post.ts'
import { useCarried } from './use-carried.ts'

interface Props {
  words: Words
  /** The id of the room, and its name. */
  room: string
  title: string
  /** Rejects with what the service says, or with a TypeError where it could not be reached. */
  post: (post: Post) => Promise<unknown>
  fill?: Ref<Hand>
  /** Why nothing can be sent now; what is typed stays. */
  closed?: string | undefined
}

const Attached = later(
  async () => (await import('../parts/attached.tsx')).Attached,
  () => null,
)

export function Composer({ words, room, title, post, fill, closed }: Props) {
  const [name, setName] = useState(() => recall('name'))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const due = useRef('')
  const { attached, add, choose, quote, clear, carried, waits } = useCarried(form)
  // The same message tried again keeps its id: the service takes it once.
  const attempt = useRef<{ of: string; id: string; under: boolean }>(undefined)
  const isEmpty = text.trim() === '' && !carried.files
  const cannot = closed !== undefined || name.trim() === '' || isEmpty || waits

  const say = async () => {
    const of = JSON.stringify([name, text, carried])
    if (cannot || attempt.current?.under) return
    const id = attempt.current?.of === of ? attempt.current.id : newId()
    attempt.current = { of, id, under: true }
    remember('name', name.trim())
    try {
      await post({ name: name.trim(), text, id, ...carried })
      attempt.current = undefined
      setText((now) => (now === text ? '' : now))
      clear()
      setProblem('')
      // Whoever has just given a name goes on with words.
      if (form.current?.querySelector('input') === document.activeElement) toText()
    } catch (error) {
      attempt.current = { of, id, under: false }
      setProblem(error instanceof Refused ? await problemText(error, words.lang) : words.room.failed)
      if (error instanceof Refused && error.code === 'nameOfBot') form.current?.querySelector('input')?.select()
    }
  }
  const toText = () => form.current?.querySelector('textarea')?.focus()
  // What went wrong before is old news then.
  useEffect(() => {
    if (closed === undefined) setProblem('')
  }, [closed])
  useImperativeHandle(fill, () => (given) => {
    if (typeof given !== 'string') {
      quote(given)
      return toText()
    }
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
  const paste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData
    // What is text, too, as a table of a spreadsheet, is meant as text.
    if (files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    add(files)
  }
  return (
    <form className="composer" ref={form} onSubmit={submit}>
      {attached && <Attached {...attached} lang={words.lang} room={room} />}
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
        onPaste={paste}
      />
      <button
        type="button"
        className="attach"
        aria-label={words.room.attach}
        title={words.room.attach}
        disabled={closed !== undefined}
        onClick={choose}
      >
        +
      </button>
      <button type="submit" className="button" disabled={cannot}>
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

/** crypto.randomUUID is there on secure origins alone. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
