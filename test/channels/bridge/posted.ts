// An event of the peer beta as it is posted to alpha, and what alpha answers.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { sign } from '../../../src/channels/bridge/signature.ts'
import { group, key, served, side, start } from './bridge-world.ts'

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
  mentions: [{ id: 'alpha/rex', name: 'Rex' }],
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

/** Over HTTP on loopback; the status, and the detail of a problem. */
export async function posted(app: ReturnType<typeof alpha>['app'], change: Change = {}) {
  const { body = JSON.stringify(event), at = start, headers = {} } = change
  const place = places.get(app) ?? served(app)
  places.set(app, place)
  const response = await answered((await place).url, body, {
    // As behind a proxy with a name of its own: the signature is the proof.
    host: 'chime.example',
    'content-type': 'application/cloudevents+json',
    ...sign([change.key ?? key(1)], 'evt_1', body, at),
    ...headers,
  })
  if (response.type !== 'application/problem+json') return [response.status]
  const { status, detail } = JSON.parse(response.text) as { status: number; detail: string }
  return [status, detail]
}

const places = new WeakMap<object, ReturnType<typeof served>>()

/** `fetch` sends a Host and a length of its own. */
function answered(url: string, body: string | Buffer, headers: Record<string, string>) {
  return new Promise<{ status: number; type: string | undefined; text: string }>((resolve, reject) => {
    const posting = request(url, { method: 'POST', headers, agent: false }, (response) => {
      const { statusCode: status = 0 } = response
      text(response).then((all) => resolve({ status, type: response.headers['content-type'], text: all }), reject)
    })
    // It may have been answered before all of it was read.
    posting.on('error', reject)
    posting.end(body)
  })
}

export function alpha() {
  const made = side({ id: 'alpha', peers })
  made.begin()
  return made
}

export const json = (over: object) => JSON.stringify({ ...event, ...over })
export const withData = (over: object) => json({ data: { ...data, ...over } })
