// The loop without a model: the rehearsal calls the tools that a line says, and tells what they gave (A5).
import { expect, onTestFinished, test } from 'vitest'
import type { CallRecord } from '../../src/feed/contract.ts'
import { running, quick, rooms, tempFolders } from './running.ts'

const folder = tempFolders()

test('a line that says calls has them made, several at once and one after the other, in both languages', async () => {
  const service = await running(folder(), {
    bots: [
      {
        id: 'rex',
        name: 'Rex',
        role: 'code reviewer',
        expertise: 'tests',
        agent: { allow: [{ tools: ['fs.*'], groups: ['web:lobby'], by: 'members' }] },
      },
    ],
    groupSocial: quick,
    channels: rooms('lobby'),
  })
  onTestFinished(service.stop)
  const { visitor } = service
  const said = async (text: string): Promise<string> => {
    const id = await visitor.say('lobby', text)
    return (await visitor.reply('lobby', { id, bot: 'rex' })).text
  }
  const written = await said('Rex, please $fs.write {"path":"notes.txt","text":"Seven samples."}')
  expect(written).toMatch(/^\(rehearsal\) The result: “.*notes\.txt.*”$/)
  expect(await said('Rex, $fs.read {"path":"notes.txt"} and $fs.read {"path":"none.txt"}')).toMatch(
    /^\(rehearsal\) The result: “.*Seven samples\..*”, “<error>.*”$/,
  )
  expect(await said('Rex，请看 $fs.list {}')).toMatch(/^（排练）结果：“.*notes\.txt.*”$/)
  expect(await said('Rex, what is a good test?')).toMatch(/^\(rehearsal\) /)

  const actor = '#agent/work/rex web:lobby'
  const answer = await fetch(`${service.url}/api/calls?${new URLSearchParams({ actor }).toString()}`)
  const calls = (await answer.json()) as CallRecord[]
  const last = calls.findLast(({ kind }) => kind === 'think')
  expect(last?.prompt.slice(2).map(({ role, tool }) => [role, tool])).toEqual([
    ['assistant', undefined],
    ['tool', 'fs.list'],
  ])
  expect(last?.tools?.map(({ name }) => name)).toContain('fs.read')
})
