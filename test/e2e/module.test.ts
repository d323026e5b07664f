// A service whose channel is a module of somebody else, from the configuration to the network and back (A15).
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acpNetwork, idOf } from '../channels/contract/acp-network.ts'
import { iris, quick, rex, running, tempFolders, writeConfig } from './running.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { waitFor } from './visitor.ts'

const path = fileURLToPath(new URL('../../examples/acp-like-channel/acp-channel.ts', import.meta.url))
const folder = tempFolders()

test('the bot that is called answers once, the other one stays silent, and a restart says nothing again (R8, S5)', async () => {
  const network = await acpNetwork()
  onTestFinished(network.stop)
  const home = folder()
  const file = {
    bots: [iris, rex],
    channels: { modules: [{ name: 'acp', path, options: { url: network.url, pollMs: 5 } }] },
  }
  const first = await running(home, file)
  onTestFinished(first.stop)
  const asked = network.says('Ann', 'Iris, which test fits 12 samples?')
  const posted = () => network.letters.filter(({ sender }) => sender.agent)
  await waitFor('an answer', () => posted()[0])
  const isEnd = (line: { [key: string]: unknown }) => line['gate'] === 'dispatch' && line['outcome'] === 'end'
  for (const bot of ['iris', 'rex']) {
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    await waitFor(`the end of ${bot}'s turn`, () => first.lines.find((line) => isEnd(line) && line['bot'] === bot))
  }
  await first.stop()
  const second = await running(home, file)
  onTestFinished(second.stop)
  const thanks = network.says('Ann', 'Thanks.')
  await waitFor('the next message', () => network.isAcknowledged(thanks, 'iris') || undefined)
  expect(posted().map(({ sender, metadata }) => [sender.id, metadata?.reply_to])).toEqual([[idOf('iris'), asked]])
  expect(
    first.lines
      .filter(({ msg }) => msg === 'the bot is online')
      .map(({ bot, channel }) => `${String(bot)} ${String(channel)}`)
      .toSorted(),
  ).toEqual(['iris acp', 'rex acp'])
})

describe('a reply that the network wants to have later', () => {
  async function asked(retryAfter: number, expiryMs: number) {
    const network = await acpNetwork()
    onTestFinished(network.stop)
    const service = await running(folder(), {
      bots: [iris],
      groupSocial: { ...quick, delivery: { backoffMs: 40, expiryMs } },
      channels: { modules: [{ name: 'acp', path, options: { url: network.url, pollMs: 5 } }] },
    })
    onTestFinished(service.stop)
    network.trouble({ status: 429, retryAfter })
    network.says('Ann', 'Iris, which test fits 12 samples?')
    const lines = () => service.lines.filter(({ gate }) => gate === 'send')
    const end = await waitFor('the end', () => lines().find(({ outcome }) => outcome !== 'retry'))
    const why = new Set(
      lines().map(({ why: key, reason }) => `${String(key)}: ${String(reason ?? '')}`.replace(/\d+ ms/, 'N ms')),
    )
    return {
      why: [...why],
      outcome: end['outcome'],
      posted: network.letters.filter(({ sender }) => sender.agent).length,
    }
  }

  test('waits so long and is posted once, and the verdicts say why it waited (L6)', async () => {
    expect(await asked(1, 60_000)).toEqual({
      why: [
        'channelRateLimited: the network answered 429',
        'channelRateLimited: the channel wants acp:lab left alone for N ms more',
        'delivered: ',
      ],
      outcome: 'sent',
      posted: 1,
    })
  })

  test('expires in time when that is too late (L6)', async () => {
    expect(await asked(600, 4_000)).toEqual({
      why: [
        'channelRateLimited: the network answered 429',
        'channelRateLimited: the channel wants acp:lab left alone for N ms more',
        'expiredWhileWaiting: ',
      ],
      outcome: 'skip',
      posted: 0,
    })
  })
})

test('a bot that the network knows no longer is told as that, and the other one goes on', async () => {
  const network = await acpNetwork()
  onTestFinished(network.stop)
  const service = await running(folder(), {
    bots: [iris, rex],
    channels: { modules: [{ name: 'acp', path, options: { url: network.url, pollMs: 5 } }] },
  })
  onTestFinished(service.stop)
  const online = (bot: string) => service.lines.find((line) => line.msg === 'the bot is online' && line['bot'] === bot)
  await waitFor('both', () => (online('iris') && online('rex') ? true : undefined))
  network.remove('rex')
  const told = await waitFor('the end of rex', () => service.lines.find(({ level }) => level === 'error'))
  expect([told.msg, told['bot'], told['channel'], told['error']]).toEqual([
    'the bot is not online, and trying again does not help',
    'rex',
    'acp',
    'its inbox could not be emptied: the network answered 404',
  ])
  const asked = network.says('Ann', 'Iris, which test fits 12 samples?')
  await waitFor('an answer', () => network.letters.find(({ metadata }) => metadata?.reply_to === asked))
})

test('a copy for one bot does not bring it into a group that the configuration keeps for another', async () => {
  const network = await acpNetwork()
  onTestFinished(network.stop)
  const service = await running(folder(), {
    bots: [iris, rex],
    groups: { 'acp:lab': { bots: ['iris'] } },
    channels: { modules: [{ name: 'acp', path, options: { url: network.url, pollMs: 5 } }] },
  })
  onTestFinished(service.stop)
  const toRex = network.says('Ann', 'Rex, is this right?')
  await waitFor('both inboxes', () => ['iris', 'rex'].every((bot) => network.isAcknowledged(toRex, bot)) || undefined)
  const toIris = network.says('Ann', 'Iris, and this?')
  await waitFor('an answer', () => network.letters.find(({ metadata }) => metadata?.reply_to === toIris))
  expect(network.letters.filter(({ sender }) => sender.agent).map(({ sender }) => sender.id)).toEqual([idOf('iris')])
  expect(service.lines.filter((line) => line['gate'] !== undefined && line['bot'] === 'rex')).toEqual([])
})

test('a module that cannot be loaded keeps the service from starting, and is named', async () => {
  const home = folder()
  const file = { channels: { modules: [{ name: 'acp', path: './nowhere.ts' }] } }
  writeConfig(home, file)
  expect(loadConfig({ env: {}, cwd: home }).channels.modules?.[0]?.path).toBe(`${home}/nowhere.ts`)
  await expect(running(home, file)).rejects.toThrow(
    `channels.modules: acp: ${home}/nowhere.ts: there is no such file: its path is seen from the folder of the configuration`,
  )
})
