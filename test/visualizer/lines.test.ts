// How the board tells of the bots' lines.
import { expect, test } from 'vitest'
import { boardLines } from '../../visualizer/board/board-rows.ts'
import { standingOfLine, withSilentBots } from '../../visualizer/connections/lines.ts'
import { row } from './tape.ts'

const line = (bot: string, channel: string) => ({ bot, channel, state: 'online', since: 1, failures: 0 })
const connections = [line('iris', 'web'), line('otto', 'web'), line('otto', 'feishu')]
const shownRows = (filter: string, order: 'bots' | 'activity') =>
  withSilentBots(boardLines([row('iris', 'lobby', 1)], filter, order), connections, filter, order).map((each) =>
    each.kind === 'group' ? each.row.key : `${each.name} ${each.kind === 'bot' ? each.groups : each.bots}`,
  )

test('a bot that has heard nothing yet is named, too: its lines are why', () => {
  expect(shownRows('', 'bots')).toEqual(['iris 1', 'iris lobby', 'otto 0'])
})

test('the filter holds for it, and the order by activity has no headings', () => {
  expect([shownRows('ott', 'bots'), shownRows('lobby', 'bots'), shownRows('', 'activity')]).toEqual([
    ['otto 0'],
    ['iris 1', 'iris lobby'],
    ['iris lobby'],
  ])
})

test('whatever is neither online nor failed is tried', () => {
  const states = ['identifying', 'connecting', 'online', 'reconnecting', 'backingOff', 'failed']
  expect(states.map((state) => standingOfLine({ state }))).toEqual([
    'trying',
    'trying',
    'online',
    'trying',
    'trying',
    'failed',
  ])
})
