// A part of the page that is fetched when it is first shown, once more where the service was away.
import type { ComponentType } from 'react'
import { useWords } from '../i18n.ts'
import { useRead } from '../use-read.ts'

export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Part: ComponentType<P> | undefined
  return function Later(props) {
    useRead(async () => (Part ??= await load()), [])
    const { loading } = useWords()
    return Part ? <Part {...props} /> : <p className="note">{loading}</p>
  }
}
