// A peer of the bridge as a program of its own: it answers as the test says, keeps what it gets, and signs what it says.
import { onTestFinished } from 'vitest'
import { type BridgedMessage, writeEvent } from '../../../src/channels/bridge/envelope.ts'
import { sign } from '../../../src/channels/bridge/signature.ts'
import { loopback } from '../../world/loopback.ts'

export interface Got {
  id: string
  status: number
  headers: Record<string, string>
  body: string
}

/** `status` 0: it takes the request and never answers. */
export async function scriptedPeer() {
  const got: Got[] = []
  const state = { status: 202, headers: {} as Record<string, string> }
  const { url, stop } = await loopback((request, response, body) => {
    const headers = request.headers as Record<string, string>
    const { status } = state
    got.push({ id: toldIn(body).message, status, headers, body })
    if (status > 0) response.writeHead(status, state.headers).end()
  })
  onTestFinished(stop)
  return { url, got, state }
}

export const toldIn = (body: string): BridgedMessage => (JSON.parse(body) as { data: BridgedMessage }).data

/** Says it to the service at `url` as `peer`; resolves with the answer's status. */
export async function says(url: string, peer: string, key: string, told: BridgedMessage): Promise<number> {
  const now = Date.now()
  const { id, body } = writeEvent(peer, told, now)
  const headers = { 'content-type': 'application/cloudevents+json', ...sign([key], id, body, now) }
  return (await fetch(`${url}/v1/events`, { method: 'POST', headers, body })).status
}
