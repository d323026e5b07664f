// What a stanza shows beside its words: files by their address (XEP-0066, XEP-0447 with XEP-0446), and what a reply quotes.
import { defined } from '../../config/defined.ts'
import type { Element } from '@xmpp/client'
import { isMedia, type MediaPart } from '../../language/parts.ts'
import { cleanName } from '../clean.ts'
import { ns } from './names.ts'

const mostFiles = 10
const longestUrl = 900
const kinds = ['image', 'audio', 'video'] as const
const extensions: Record<string, MediaPart['kind']> = {
  ...Object.fromEntries(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'svg'].map((each) => [each, 'image'])),
  ...Object.fromEntries(['mp3', 'ogg', 'opus', 'oga', 'wav', 'm4a', 'flac'].map((each) => [each, 'audio'])),
  ...Object.fromEntries(['mp4', 'webm', 'mov', 'mkv'].map((each) => [each, 'video'])),
}

/** Each address once, with what is told of it. */
export function filesIn(stanza: Element): MediaPart[] {
  const shared = stanza.getChildren('file-sharing', ns.sharing).flatMap(sharedFile)
  const linked = stanza.getChildren('x', ns.outOfBand).flatMap((x) => {
    const url = x.getChildText('url') ?? ''
    return isAddress(url) ? [{ ...told(undefined, nameIn(url)), ref: url, ...named(x.getChildText('desc')) }] : []
  })
  const byAddress = new Map([...linked, ...shared].map((part) => [part.ref ?? part.name ?? '', part]))
  return [...byAddress.values()].filter(isMedia).slice(0, mostFiles)
}

/** Clients that know no files write the address into the text: where it is all of it, the file says it better. */
export const isJustAddress = (text: string, files: readonly MediaPart[]): boolean =>
  files.some(({ ref }) => ref !== undefined && text.trim() === ref)

function sharedFile(sharing: Element): MediaPart[] {
  const file = sharing.getChild('file', ns.fileMetadata)
  if (!file) return []
  const text = (name: string) => file.getChildText(name) ?? undefined
  const whole = (name: string) => {
    const number = Number(text(name) ?? Number.NaN)
    return Number.isSafeInteger(number) && number >= 0 ? number : undefined
  }
  const url = sharing
    .getChild('sources')
    ?.getChildren('url-data', ns.urlData)
    .map(({ attrs }) => attrs['target'] ?? '')
    .find(isAddress)
  const name = cleanName(text('name') ?? '') || (url && nameIn(url))
  const [bytes, width, height, ms] = [whole('size'), whole('width'), whole('height'), whole('length')]
  const known = defined({ ref: url, bytes, seconds: ms === undefined ? undefined : ms / 1000 })
  return [
    { ...told(text('media-type'), name), ...known, ...(width && height && { width, height }), ...named(text('desc')) },
  ]
}

function told(mime: string | undefined, name: string | undefined): MediaPart {
  const extension = /\.([a-z\d]{2,5})$/i.exec(name ?? '')?.[1]?.toLowerCase() ?? ''
  const kind =
    kinds.find((each) => mime?.startsWith(`${each}/`)) ?? (mime === undefined ? extensions[extension] : undefined)
  return { kind: kind ?? 'file', ...(name && { name }), ...(mime !== undefined && { mime: mime.slice(0, 100) }) }
}

const named = (description: string | null | undefined): Pick<MediaPart, 'alt'> => {
  const alt = cleanName((description ?? '').slice(0, 500))
  return alt === '' ? {} : { alt }
}

function nameIn(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  try {
    return cleanName(decodeURIComponent(last))
  } catch {
    return cleanName(last)
  }
}

/** What is encrypted (`aesgcm:`) has no key here. */
const isAddress = (url: string): boolean => url.length <= longestUrl && /^https?:$/.test(URL.parse(url)?.protocol ?? '')
