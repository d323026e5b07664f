// The tools of a bot that have something said or done later (A13).
import { expect, test } from 'vitest'
import { scheduleTools } from '../../../src/jobs/schedule/schedule-tools.ts'
import { ToolError } from '../../../src/tools/tool.ts'
import { living, place } from './schedule-life.ts'

test('a bot makes, lists and removes rows by its tools, in the name of who has the fewest rights', async () => {
  const here = living()
  const tools = scheduleTools({ schedule: here.schedule, operatorsOf: () => ['olga'] })
  const calling = async (name: string, args: object, askers: readonly string[], call = 'r1 1.0') => {
    const found = tools.find((each) => each.name === name)
    if (!found) throw new Error(`there is no ${name}`)
    const context = {
      place,
      run: 'r1',
      call,
      askers,
      workspace: '/',
      signal: AbortSignal.timeout(5_000),
      timeoutMs: 5_000,
    }
    return found
      .run(args as never, context)
      .catch((error: unknown) => (error instanceof ToolError ? error.message : error))
  }
  const request = { when: 'in 2m', kind: 'task', text: 'Look.' }
  const made = await calling('schedule.add', request, ['olga', 'ann'])
  expect(made).toMatch(/^Scheduled as [0-9a-f]{8}: next 1970-01-01 00:02 UTC\.$/)
  expect(await calling('schedule.add', request, ['olga', 'ann'])).toBe(made)
  const [row] = await here.schedule.rows(place)
  expect(row).toMatchObject({ by: 'ann', origin: 'tool', kind: 'task' })
  expect(await calling('schedule.list', {}, ['bo'])).toBe(
    `${row?.id} task · 1970-01-01 00:02 UTC · next 1970-01-01 00:02 UTC · Look.`,
  )
  expect(await calling('schedule.remove', { id: row?.id }, ['olga', 'bo'])).toContain('is somebody else’s')
  expect(await calling('schedule.remove', { id: row?.id }, ['ann'])).toBe(`Removed ${row?.id}: Look.`)
  expect(await calling('schedule.add', { ...request, when: 'soon' }, ['ann'], 'r1 2.0')).toContain(
    '"soon" is no time: write "in 20m"',
  )
  expect(tools.map(({ name, effect }) => `${name} ${effect}`)).toEqual([
    'schedule.add keyed',
    'schedule.list read',
    'schedule.remove keyed',
  ])
})
