// A picture that another service has: fetched when it comes into view, and drawn when it is there; else why it is not.
import { useEffect, useRef, useState } from 'react'
import type { MediaPart } from '../../src/channels/web/contract.ts'
import { askPicture, type Refusal } from './ask-picture.ts'
import { Bytes, nameOf, Photo } from './media.tsx'
import type { PartWords } from './part-words.ts'

interface Props {
  part: MediaPart & { ref: string }
  said: PartWords
}

/** Before it comes into view. */
const margin = '300px'
/** Where nothing tells what is in view, all of it is. */
const tellsView = 'IntersectionObserver' in globalThis

export function ForeignPicture({ part, said }: Props) {
  const small = `${part.ref}&size=small`
  const [state, setState] = useState<'waiting' | 'there' | Refusal>(tellsView ? 'waiting' : 'there')
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = place.current
    if (state !== 'waiting' || !element) return undefined
    const ending = new AbortController()
    const ask = () =>
      askPicture(small, ending.signal).then(
        (refusal) => setState(refusal ?? 'there'),
        () => ending.signal.aborted || setState('pictureGone'),
      )
    const observer = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void ask()
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      ending.abort()
    }
  }, [state, small])

  if (state === 'there')
    return <Photo part={part} said={said} small={small} large={part.ref} onError={() => setState('pictureGone')} />
  if (state === 'waiting')
    return (
      <p ref={place} className="part photo coming dim finer">
        <span className="cut">
          <i aria-hidden="true">▣</i> <bdi>{nameOf(part, said)}</bdi>
        </span>
        <span>{said.coming}</span>
      </p>
    )
  return (
    <Bytes part={part} said={said} gone={said.refused[state]}>
      {again.has(state) && (
        <button type="button" className="button" onClick={() => setState('waiting')}>
          {said.again}
        </button>
      )}
    </Bytes>
  )
}

/** What may be had later. */
const again: ReadonlySet<Refusal> = new Set(['pictureGone', 'pictureLate'])
