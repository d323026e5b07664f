// A file on its way to a room. XMLHttpRequest, for fetch tells nothing of how much has gone.
import type { SentFile } from '../../src/channels/web/contract.ts'
import { Refused } from '../api.ts'
import { problemText } from '../problem-text.ts'
import type { Lang } from '../time-text.ts'

/** `done` rejects with a Refused, or where the service could not be reached; after `stop` it does neither. */
export function upload(room: string, file: File, told: (share: number) => void) {
  const request = new XMLHttpRequest()
  const done = new Promise<SentFile>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => told(loaded / total))
    request.addEventListener('error', () => reject(new TypeError('the service could not be reached')))
    request.addEventListener('load', () => {
      try {
        const answer = JSON.parse(request.responseText) as SentFile
        if (request.status === 201) resolve(answer)
        else reject(new Refused(request.status, answer as object))
      } catch (error) {
        reject(error)
      }
    })
  })
  request.open('POST', `/api/rooms/${encodeURIComponent(room)}/files?name=${encodeURIComponent(file.name)}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.send(file)
  return { done, stop: () => request.abort() }
}

/** undefined: nobody said anything. */
export const problemOf = async (error: unknown, lang: Lang): Promise<string | undefined> =>
  error instanceof Refused ? problemText(error, lang) : undefined
