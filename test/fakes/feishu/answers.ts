// What the HTTP side answers: a status, a code, and data; refusals by the platform's codes.

import type { File } from './file.ts'

export interface Answer {
  http: number
  body: object
  /** Goes out in the place of the body. */
  file?: File
}

export const ok = (data: object = {}): Answer => ({ http: 200, body: { code: 0, msg: 'success', data } })

export const refused = (code: number, msg: string, http = 400): Answer => ({ http, body: { code, msg } })

export const badParameter = (what: string): Answer => refused(230001, `Your request contains an invalid ${what}.`)

export const tooMany = (): Answer => refused(99991400, 'request trigger frequency limit')

export const notInChat = (): Answer => refused(230002, 'Bot/User can NOT be out of the chat.')

/** A made-up trouble of one call. */
export interface Failure {
  /** Status; default 200. */
  http?: number
  /** Without one, the body is a proxy's page. */
  code?: number
  /** The call is carried out and its answer never arrives: the connection is cut, or nothing more is heard. */
  done?: 'cut' | 'silent'
}

/** One page of a list; the token is where the next one begins. */
export function page<T>(all: readonly T[], size: number, token: string | null) {
  const from = Number(token ?? 0)
  const rest = all.slice(from, from + size)
  const more = from + size < all.length
  return { items: rest, has_more: more, page_token: more ? String(from + size) : '' }
}
