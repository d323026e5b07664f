// What the page asks of the service about who is served.
import type { ListedId, ServedPlace, ServedShown } from '../../src/feed/contract.ts'
import { get, post } from '../api.ts'

/** As in src/http/served-routes.ts, but for the actor. */
export type ServedOrder =
  | { do: 'add'; where: ServedPlace; list: ListedId['list']; id: string }
  | { do: 'remove'; where: ServedPlace; id: string }

export const servedIn = (actor: string): Promise<ServedShown> => get('/api/served', { actor })
/** Rejects with what the service says against it. */
export const postServed = (actor: string, order: ServedOrder): Promise<ServedShown> =>
  post('/api/served', { ...order, actor })
/** Gives an order about somebody; resolves to whether it was done. */
export type Give = (order: ServedOrder, who: string) => Promise<boolean>
