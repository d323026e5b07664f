import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { checkBridge } from '../../src/channels/bridge/doctor.ts'
import { findingLine } from '../../src/cli/doctor/finding.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { servedIn } from '../e2e/running.ts'
import { chime } from './chime.ts'
import { freePort, loopback } from '../world/loopback.ts'
import { folder } from '../world/folders.ts'

const keys = [1, 2, 3].map((n) => `whsec_${Buffer.alloc(32, n).toString('base64')}`)
const [ours = '', theirs = '', wrong = ''] = keys

interface Side {
  id: string
  peer: string
  port: number
  peerUrl: string
  in: string
  out: string
  groups: string[]
}

const fileOf = ({ id, peer, port, peerUrl, groups, ...way }: Side) => ({
  bots: [{ id: 'iris', name: 'Iris', role: 'research assistant' }],
  channels: { web: { port } },
  bridge: { id, peers: [{ id: peer, url: peerUrl, keys: { in: [way.in], out: [way.out] }, groups }] },
})

/** Beta runs and shares two groups with alpha; what it warns of is kept. */
async function beta() {
  const port = await freePort()
  const cwd = folder({
    'chime.yaml': stringify(
      fileOf({
        id: 'beta',
        peer: 'alpha',
        port,
        peerUrl: 'http://127.0.0.1:1',
        in: ours,
        out: theirs,
        groups: ['web:lobby', 'bridge:lab'],
      }),
    ),
  })
  const { url } = await servedIn(cwd)
  const talk = async () => (await fetch(`${url}/api/rooms/lobby/messages`)).json()
  return { url, talk }
}

const alpha = async (peerUrl: string, over: Partial<Side> = {}) => {
  const side = {
    id: 'alpha',
    peer: 'beta',
    port: await freePort(),
    peerUrl,
    in: theirs,
    out: ours,
    groups: ['web:lobby', 'bridge:lab'],
  }
  return folder({ 'chime.yaml': stringify(fileOf({ ...side, ...over })) })
}

async function examined(peerUrl: string, over: Partial<Side> = {}) {
  const { bridge } = loadConfig({ env: {}, cwd: await alpha(peerUrl, over) }).channels
  const lines = bridge ? (await checkBridge(bridge)).map((found) => findingLine({ what: 'bridge', ...found })) : []
  expect(keys.filter((key) => lines.join('\n').includes(key))).toEqual([])
  return lines.map((line) => line.replaceAll(peerUrl, 'URL'))
}

test('a peer that knows us and shares the groups is well, and nothing is said in them', async () => {
  const { url, talk } = await beta()
  expect(await examined(url)).toEqual(['✓ bridge   beta knows us, and shares web:lobby, bridge:lab'])
  expect(await talk()).toMatchObject({ messages: [] })
})

test('each thing that is wrong is told with what to do', async () => {
  const { url } = await beta()
  expect(await examined(url, { out: wrong })).toEqual([
    '✗ bridge   beta does not know our key → a key under out of beta must stand under in of alpha there',
  ])
  expect(await examined(url, { groups: ['web:lobby', 'web:attic'] })).toEqual([
    '✓ bridge   beta knows us, and shares web:lobby',
    '✗ bridge   beta does not take web:attic from us → there the peer with our key must be called alpha and list the group',
  ])
  expect(await examined(`${url}/nowhere`)).toEqual([
    '✗ bridge   beta has no bridge at URL/v1/events → correct bridge.peers[].url',
  ])
})

test('a peer that is down is no reason to stop', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const { code, out } = await chime(['doctor'], { cwd: await alpha(url) })
  expect([code, out.split('\n').find((line) => line.includes(' bridge '))]).toEqual([
    0,
    `! bridge   beta cannot be reached at ${url}/v1/events: ECONNREFUSED → is it running, and does a proxy pass this path on?`,
  ])
})

test('redirects and a clock that is off are told', async () => {
  const now = Date.now()
  const { url, stop } = await loopback((_, response) => {
    response.writeHead(301, { location: 'http://127.0.0.1:1', date: new Date(now - 10 * 60_000).toUTCString() }).end()
  })
  onTestFinished(stop)
  expect(await examined(url)).toEqual([
    '✗ bridge   beta answers 301 at URL/v1/events: redirects are not followed → give the address that it leads to',
    '! bridge   beta has a clock 10 min behind ours → set both by NTP: above 5 minutes nothing is taken',
  ])
})
