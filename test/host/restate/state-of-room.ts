// What a room keeps in Restate, read and changed behind its back.
import { restateServer } from './restate-server.ts'

/** Bytes by the names of the state. */
type State = Record<string, number[]>

/** Over what is there. */
export async function setState(
  service: string,
  key: string,
  state: Record<string, string | Uint8Array>,
): Promise<void> {
  const bytes = Object.entries(state).map(([of, value]) => [
    of,
    [...(typeof value === 'string' ? new TextEncoder().encode(value) : value)],
  ])
  const before = await stateOf(service, key)
  const response = await fetch(`${restateServer().admin}/services/${service}/state`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ object_key: key, new_state: { ...before, ...Object.fromEntries(bytes) } }),
  })
  if (!response.ok) throw new Error(await response.text())
}

export async function stateOf(service: string, key: string): Promise<State> {
  const query = `SELECT key, encode(value, 'hex') AS hex FROM state WHERE service_name = '${service}' AND service_key = '${key}'`
  const response = await fetch(`${restateServer().admin}/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { rows } = (await response.json()) as { rows: { key: string; hex: string }[] }
  return Object.fromEntries(rows.map(({ key: of, hex }) => [of, [...Buffer.from(hex, 'hex')]]))
}
