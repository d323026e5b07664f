// What the store keeps, since when and for how long, as the service tells when the help is opened.
import { useEffect, useState } from 'react'
import type { StoreFigures } from '../../src/feed/contract.ts'
import { storedOf } from '../api.ts'
import { useWords } from '../i18n.ts'
import { countText, dateText, sizeText } from '../time-text.ts'

const dayMs = 24 * 60 * 60_000

export function Stored() {
  const { stored: words, lang } = useWords()
  const [figures, setFigures] = useState<StoreFigures | 'unknown'>()
  useEffect(() => {
    let stale = false
    storedOf().then(
      (told) => stale || setFigures(told),
      () => stale || setFigures('unknown'),
    )
    return () => void (stale = true)
  }, [])
  return (
    <>
      <h2 className="dim fine">{words.title}</h2>
      <p className="stored">{figures === 'unknown' ? words.none : figures && textOf(figures)}</p>
    </>
  )

  function textOf({ messages, since, bytes, maxBytes, retainMs, isOver }: StoreFigures): string {
    const told = words.told({
      messages: countText(messages),
      since: dateText(since ?? Date.now(), lang),
      size: sizeText(bytes),
      most: sizeText(maxBytes),
      days: Math.round(retainMs / dayMs),
    })
    return isOver ? `${told} ${words.over}` : told
  }
}
