// What goes with the message that is being written: the passage it quotes, and files, which are sent to the room at once.
import { useEffect, useRef, useState } from 'react'
import type { SentFile } from '../../src/channels/web/contract.ts'
import type { Carried, Picked, Quoted } from '../room/post.ts'
import type { Lang } from '../time-text.ts'
import { type PartWords, partWords } from './part-words.ts'
import { sizeText } from './size-text.ts'
import { problemOf, upload } from './upload.ts'
import './parts.css'

interface Props {
  lang: Lang
  room: string
  picked: readonly Picked[]
  quoted: Quoted | undefined
  onRemove: (key: number) => void
  onUnquote: () => void
  onChange: (carried: Carried) => void
}

interface Progress {
  /** 0 to 1. */
  share: number
  sent?: SentFile
  problem?: string
}

const mostFiles = 4
const mostBytes = 10_000_000

export function Attached({ lang, room, picked, quoted, onRemove, onUnquote, onChange }: Props) {
  const said = partWords[lang]
  const progress = useUploads(room, picked, said, lang)
  const due = picked.map(({ key }) => progress.get(key))
  const ids = due.flatMap((each) => each?.sent?.id ?? []).join(' ')
  const waits = due.some((each) => !each?.sent && !each?.problem)
  useEffect(() => {
    onChange({ files: ids === '' ? [] : ids.split(' '), waits })
  }, [ids, waits, onChange])
  return (
    <ul className="attached finer" aria-label={said.attached}>
      {quoted && (
        <li className="quoting">
          <span className="cut grow">
            <span className="soft">{said.quoting(quoted.name)}</span> <bdi>{quoted.text}</bdi>
          </span>
          <button type="button" aria-label={said.unquote} title={said.unquote} onClick={onUnquote}>
            ✕
          </button>
        </li>
      )}
      {picked.map(({ key, file }) => (
        <li key={key}>
          <State progress={progress.get(key)} name={file.name} said={said} />
          <bdi className="cut">{file.name}</bdi>
          <span className="dim num">{sizeText(file.size)}</span>
          <button
            type="button"
            aria-label={said.remove(file.name)}
            title={said.remove(file.name)}
            onClick={() => onRemove(key)}
          >
            ✕
          </button>
        </li>
      ))}
    </ul>
  )
}

function State({ progress, name, said }: { progress: Progress | undefined; name: string; said: PartWords }) {
  if (progress?.problem)
    return (
      <span className="warn" role="alert">
        {progress.problem}
      </span>
    )
  const part = progress?.sent?.part
  if (!part) return <progress value={progress?.share ?? 0} aria-label={said.sending(name)} />
  return part.kind === 'image' ? <img src={part.ref} alt="" /> : <i aria-hidden="true">▤</i>
}

/** Every file is sent once; one that is removed is sent no further. */
function useUploads(
  room: string,
  picked: readonly Picked[],
  said: PartWords,
  lang: Lang,
): ReadonlyMap<number, Progress> {
  const [progress, setProgress] = useState<ReadonlyMap<number, Progress>>(new Map())
  const going = useRef(new Map<number, () => void>())
  useEffect(() => {
    const put = (key: number, told: Progress) => setProgress((known) => new Map(known).set(key, told))
    const keys = new Set(picked.map(({ key }) => key))
    for (const [key, stop] of going.current)
      if (!keys.has(key)) {
        stop()
        going.current.delete(key)
      }
    for (const [at, { key, file }] of picked.entries()) {
      if (going.current.has(key)) continue
      const problem = refusal(file, at, said)
      if (problem !== undefined) {
        going.current.set(key, () => {})
        put(key, { share: 0, problem })
        continue
      }
      const { done, stop } = upload(room, file, (share) => put(key, { share }))
      going.current.set(key, stop)
      done.then(
        (sent) => put(key, { share: 1, sent }),
        async (error: unknown) => put(key, { share: 0, problem: (await problemOf(error, lang)) ?? said.failed }),
      )
    }
  }, [room, picked, said, lang])
  return progress
}

function refusal(file: File, at: number, said: PartWords): string | undefined {
  if (at >= mostFiles) return said.tooMany(mostFiles)
  if (file.size > mostBytes) return said.tooLarge(sizeText(mostBytes))
  return file.size === 0 ? said.empty : undefined
}
