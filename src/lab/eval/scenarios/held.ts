// The bytes that a scenario gives its pictures and files: fetched and read as the service reads those of a channel.
import { createHash } from 'node:crypto'
import { type Media, openMedia } from '../../../media/media.ts'
import type { FileMedia, FilePart, ScenarioFile } from './schema.ts'

/** An address for its channel: the same for the same bytes. */
export const refOf = (holds: string): string => createHash('sha256').update(holds).digest('hex')

/** A text as it is written, or `data:TYPE;base64,…`. */
export function bytesOf(holds: string): Uint8Array<ArrayBuffer> {
  const [, encoded] = /^data:[^,]*;base64,(.*)$/s.exec(holds) ?? []
  return new Uint8Array(encoded === undefined ? Buffer.from(holds) : Buffer.from(encoded, 'base64'))
}

export function mediaIn({ talk }: Pick<ScenarioFile, 'talk'>): Media {
  const held = new Map(
    talk
      .flatMap(({ parts = [] }) => parts.flatMap(heldBy))
      .flatMap(({ holds }) => {
        return holds === undefined ? [] : [[refOf(holds), bytesOf(holds)] as const]
      }),
  )
  return openMedia({
    download({ part }) {
      const bytes = held.get(part.ref)
      return bytes ? Promise.resolve({ bytes }) : Promise.reject(new Error(`nothing is held for ${part.ref}`))
    },
  })
}

function heldBy(part: FilePart): Pick<FileMedia, 'holds'>[] {
  if (part.kind === 'quote') return part.parts ?? []
  return 'holds' in part ? [part] : []
}
