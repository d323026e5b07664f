// What goes with the message that is being written, however it came: chosen, pasted, dropped into the room, or quoted.
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Carried, Picked, Quoted } from './post.ts'

const nothing: Carried = { files: [], waits: false }
let keys = 0

export function useCarried(form: RefObject<HTMLElement | null>) {
  const [picked, setPicked] = useState<readonly Picked[]>([])
  const [quoted, setQuoted] = useState<Quoted>()
  const [{ files, waits }, onChange] = useState(nothing)
  const add = (given: Iterable<File>) => {
    const more = Array.from(given, (file) => ({ key: (keys += 1), file }))
    setPicked((known) => [...known, ...more])
  }
  const choose = () => {
    const field = Object.assign(document.createElement('input'), { type: 'file', multiple: true })
    field.addEventListener('change', () => add(field.files ?? []))
    field.click()
  }
  const clear = () => {
    setPicked([])
    setQuoted(undefined)
  }
  useDrop(form, add)
  const onRemove = (key: number) => setPicked((known) => known.filter((each) => each.key !== key))
  const isAny = picked.length > 0 || quoted !== undefined
  return {
    /** undefined: nothing goes with it. */
    attached: isAny ? { picked, quoted, onRemove, onUnquote: () => setQuoted(undefined), onChange } : undefined,
    add,
    choose,
    quote: setQuoted,
    clear,
    carried: {
      ...(picked.length > 0 && files.length > 0 && { files }),
      ...(quoted && { replyTo: quoted.id, quote: quoted.quote }),
    },
    /** Some files are still on their way. */
    waits: picked.length > 0 && waits,
  }
}

/** Files may be dropped anywhere in the room. */
function useDrop(form: RefObject<HTMLElement | null>, add: (files: FileList) => void): void {
  const onFiles = useEffectEvent(add)
  useEffect(() => {
    const room = form.current?.closest<HTMLElement>('.room')
    if (!room) return undefined
    const off = new AbortController()
    const on = (name: 'dragover' | 'dragleave' | 'drop', isOver: boolean, then?: (files: FileList) => void) =>
      room.addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return
          event.preventDefault()
          room.toggleAttribute('data-drop', isOver)
          then?.(event.dataTransfer.files)
        },
        off,
      )
    on('dragover', true)
    on('dragleave', false)
    on('drop', false, (files) => onFiles(files))
    return () => off.abort()
  }, [form])
}
