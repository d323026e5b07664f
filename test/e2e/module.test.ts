// A service whose channel is a module of somebody else, from the configuration to the network and back (A15).
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { acpNetwork, idOf } from '../channels/contract/acp-network.ts'
import { iris, rex, running, tempFolders, writeConfig } from './running.ts'
import { loadConfig } from '../../src/config/config.ts'
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

test('a module that cannot be loaded keeps the service from starting, and is named', async () => {
  const home = folder()
  const file = { channels: { modules: [{ name: 'acp', path: './nowhere.ts' }] } }
  writeConfig(home, file)
  expect(loadConfig({ env: {}, cwd: home }).channels.modules?.[0]?.path).toBe(`${home}/nowhere.ts`)
  await expect(running(home, file)).rejects.toThrow(
    `channels.modules: acp: ${home}/nowhere.ts: there is no such file: its path is seen from the folder of the configuration`,
  )
})
