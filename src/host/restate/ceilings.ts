// The ceilings of one service in a cluster: its objects, which every worker does the work of, and the calls to them.
import type { Endpoint } from './endpoint.ts'
import { makeCeilingObject, type ReadBooks } from './ceiling-object.ts'
import { makeNodes } from './nodes.ts'
import type { CeilingCalls } from './purses.ts'

/** Of the objects in Restate, beside the rooms of the same service. */
const nameBeside = (rooms: string): string => `${rooms}-ceiling`

export const makeCeilings = (books: ReadBooks, rooms = 'room'): Endpoint['services'][number] =>
  makeCeilingObject(nameBeside(rooms), books)

export function ceilingCalls(ingress: readonly string[], rooms = 'room'): CeilingCalls {
  const nodes = makeNodes(ingress)
  const service = nameBeside(rooms)
  return {
    take: (key, parameter) => nodes.call({ service, key, handler: 'take', parameter }),
    tell: (key, parameter) => nodes.send({ service, key, handler: 'tell', parameter }),
  }
}
