// An event of the peer beta as it is posted to alpha, and what alpha answers.
import { sign } from '../../../src/channels/bridge/signature.ts'
import { group, key, side, start } from './bridge-world.ts'

export const peers = [
  { id: 'beta', url: 'http://127.0.0.1:9/', keys: { in: [key(1), key(2)], out: [key(3)] }, groups: [group] },
  { id: 'gamma', url: 'http://127.0.0.1:9/', keys: { in: [key(4)], out: [key(5)] }, groups: ['feishu:oc_2'] },
]
export const data = {
  group,
  message: 'om_1',
  sender: { id: 'rex', name: 'Rex' },
  text: 'Iris, which test?',
  replyTo: 'om_0',
  mentions: [{ id: 'iris', name: 'Iris' }],
  hops: 1,
  root: 'om_0',
}
export const event = {
  specversion: '1.0',
  id: 'evt_1',
  source: 'chime:beta',
  type: 'chime.message',
  time: '2026-11-21T11:59:58Z',
  data,
}

export interface Change {
  body?: string | Buffer
  key?: string
  at?: number
  headers?: Record<string, string>
}

export async function posted(app: ReturnType<typeof alpha>['app'], change: Change = {}) {
  const { body = JSON.stringify(event), at = start, headers = {} } = change
  const response = await app.request('/v1/events', {
    method: 'POST',
    headers: {
      // As behind a proxy with a name of its own: the signature is the proof.
      host: 'chime.example',
      'content-type': 'application/cloudevents+json',
      ...sign([change.key ?? key(1)], 'evt_1', body, at),
      ...headers,
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  if (response.headers.get('content-type') !== 'application/problem+json') return [response.status]
  const { status, detail } = (await response.json()) as { status: number; detail: string }
  return [status, detail]
}

export function alpha() {
  const made = side({ id: 'alpha', peers })
  made.begin()
  return made
}

export const json = (over: object) => JSON.stringify({ ...event, ...over })
export const withData = (over: object) => json({ data: { ...data, ...over } })
