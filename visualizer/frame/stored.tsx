// What the store keeps, since when and for how long, as the service tells when the help is opened.
import type { StoreFigures } from '../../src/feed/contract.ts'
import { storedOf } from '../api.ts'
import { useWords } from '../i18n.ts'
import { countText, dateText, sizeText } from '../time-text.ts'
import { useRead } from '../use-read.ts'

const dayMs = 24 * 60 * 60_000

export function Stored() {
  const { stored: words, lang } = useWords()
  const { told, failed } = useRead(storedOf, [])
  return (
    <>
      <h2 className="dim fine">{words.title}</h2>
      <p className="stored">{told ? textOf(told) : failed && words.none}</p>
    </>
  )

  function textOf({ messages, since, bytes, maxBytes, retainMs, isOver }: StoreFigures): string {
    const kept = words.told({
      messages: countText(messages),
      since: dateText(since ?? Date.now(), lang),
      size: sizeText(bytes),
      most: sizeText(maxBytes),
      days: Math.round(retainMs / dayMs),
    })
    return isOver ? `${kept} ${words.over}` : kept
  }
}
