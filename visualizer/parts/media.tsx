// Parts with bytes: drawn or played where those are here, else told by name, size and length.
import { type ReactNode, useState } from 'react'
import type { MediaPart } from '../../src/channels/web/contract.ts'
import { useModal } from '../frame/use-modal.ts'
import type { PartWords } from './part-words.ts'
import { sizeText } from './size-text.ts'

interface Props {
  part: MediaPart
  said: PartWords
}

export function Picture({ part, said }: Props) {
  const [isGone, setGone] = useState(false)
  const { ref } = part
  if (ref === undefined || isGone) return <Bytes part={part} said={said} gone={isGone ? said.gone : undefined} />
  return <Photo part={part} said={said} small={ref} large={ref} onError={() => setGone(true)} />
}

/** Small, and large in a dialog. */
export function Photo({ part, said, small, large, onError }: Props & Drawn) {
  const [isLarge, setLarge] = useState(false)
  const name = nameOf(part, said)
  const about = part.alt !== undefined && part.alt !== name ? `${name}: ${part.alt}` : name
  return (
    <>
      <button
        type="button"
        className="part photo"
        title={about}
        aria-label={said.enlarge(about)}
        onClick={() => setLarge(true)}
      >
        <img src={small} alt="" loading="lazy" onError={onError} />
      </button>
      {isLarge && <Large src={large} name={name} about={about} said={said} close={() => setLarge(false)} />}
    </>
  )
}

interface Drawn {
  /** Addresses. */
  small: string
  large: string
  onError: () => void
}

interface LargeProps {
  src: string
  name: string
  about: string
  said: PartWords
  close: () => void
}

function Large({ src, name, about, said, close }: LargeProps) {
  const modal = useModal(close)
  return (
    <dialog {...modal} className="large" aria-label={name}>
      <img src={src} alt={about} />
      <form method="dialog" className="row">
        <bdi className="cut grow">{name}</bdi>
        <button type="submit" className="button">
          {said.close}
        </button>
      </form>
    </dialog>
  )
}

/** `children`: behind what is told of it. */
export function Bytes({ part, said, gone, children }: Props & { gone?: string | undefined; children?: ReactNode }) {
  const { kind, ref, bytes, seconds, width, height, alt } = part
  const name = nameOf(part, said)
  const details = [
    name === said.kinds[kind] ? '' : said.kinds[kind],
    alt === name ? '' : alt,
    width && height ? `${width}×${height}` : '',
    seconds === undefined ? '' : said.seconds(Math.ceil(seconds)),
    bytes === undefined ? '' : sizeText(bytes),
    gone,
  ].filter(Boolean)
  const isHere = ref !== undefined && gone === undefined
  return (
    <div className="part file">
      <p className="row">
        <span className="row">
          <i aria-hidden="true">{glyphs[kind]}</i>
          {isHere ? (
            <a href={ref} download={name} className="cut" title={said.save(name)}>
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi className="cut">{name}</bdi>
          )}
        </span>
        <span className="dim finer num">{details.join(' · ')}</span>
        {children}
      </p>
      {isHere && (kind === 'audio' || kind === 'voice') && (
        <audio controls preload="none" src={ref} aria-label={said.play(name)} />
      )}
    </div>
  )
}

const glyphs: Record<MediaPart['kind'], string> = {
  image: '▣',
  sticker: '☺',
  audio: '♪',
  voice: '♪',
  video: '▷',
  file: '▤',
}

export const nameOf = ({ name, alt, kind }: MediaPart, said: PartWords): string => name || alt || said.kinds[kind]
