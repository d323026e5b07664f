// Parts with bytes: drawn or played where those are here, else told by name, size and length.
import { useRef, useState } from 'react'
import type { MediaPart } from '../../src/channels/web/contract.ts'
import { useModal } from '../frame/use-modal.ts'
import type { PartWords } from './part-words.ts'
import { sizeText } from './size-text.ts'
import { useTurn } from './use-turn.ts'

interface Props {
  part: MediaPart
  said: PartWords
}

/** Small, and large in a dialog. */
export function Picture({ part, said }: Props) {
  const [isGone, setGone] = useState(false)
  const [isLarge, setLarge] = useState(false)
  const { ref } = part
  const box = useRef<HTMLButtonElement>(null)
  const isForeign = ref !== undefined && !isKeptHere(ref)
  const { isOn, done } = useTurn(box, isForeign)
  const name = nameOf(part, said)
  const failed = () => {
    done()
    setGone(true)
  }
  if (ref === undefined || isGone)
    return <Bytes part={part} said={said} gone={isGone ? goneOf(ref, said) : undefined} />
  return (
    <>
      <button
        ref={box}
        type="button"
        className="part photo"
        title={name}
        aria-label={said.enlarge(name)}
        onClick={() => setLarge(true)}
      >
        <img
          data-picture={ref}
          src={isOn ? ref : undefined}
          alt=""
          loading={isForeign ? 'eager' : 'lazy'}
          onLoad={done}
          onError={failed}
        />
      </button>
      {isLarge && <Large src={ref} name={name} said={said} close={() => setLarge(false)} />}
    </>
  )
}

function Large({ src, name, said, close }: { src: string; name: string; said: PartWords; close: () => void }) {
  const modal = useModal(close)
  return (
    <dialog {...modal} className="large" aria-label={name}>
      <img src={src} alt={name} />
      <form method="dialog" className="row">
        <bdi className="cut grow">{name}</bdi>
        <button type="submit" className="button">
          {said.close}
        </button>
      </form>
    </dialog>
  )
}

/** What another service has may be there again later. */
const goneOf = (ref = '', said: PartWords): string => (isKeptHere(ref) ? said.gone : said.unshown)

const isKeptHere = (ref: string): boolean => ref.startsWith('/api/rooms/')

export function Bytes({ part, said, gone }: Props & { gone?: string | undefined }) {
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
        <i aria-hidden="true">{glyphs[kind]}</i>
        {isHere ? (
          <a href={ref} download={name} className="cut" title={said.save(name)}>
            <bdi>{name}</bdi>
          </a>
        ) : (
          <bdi className="cut">{name}</bdi>
        )}
        <span className="dim finer num">{details.join(' · ')}</span>
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

const nameOf = ({ name, alt, kind }: MediaPart, said: PartWords): string => name || alt || said.kinds[kind]
