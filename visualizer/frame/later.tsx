// A part of the page that is fetched when it is first shown, once more where the service was away.
import type { ComponentType } from 'react'
import { useWords } from '../i18n.ts'
import { useRead } from '../use-read.ts'

/** `Meanwhile` stands in its place until it is there. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile: ComponentType<P> = Loading,
): ComponentType<P> {
  let Part: ComponentType<P> | undefined
  return function Later(props) {
    useRead(async () => (Part ??= await load()), [])
    return Part ? <Part {...props} /> : <Meanwhile {...props} />
  }
}

const Loading = () => <p className="note">{useWords().loading}</p>
