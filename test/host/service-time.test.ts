// The service's time, whatever happens to the machine's clocks.
import { expect, test } from 'vitest'
import { type ClockJump, type KeptTime } from '../../src/store/clock.ts'
import { makeServiceTime } from '../../src/host/local/service-time.ts'
import { testMachine } from './machine-time.ts'

const [minute, hour, year] = [60_000, 3_600_000, 365 * 86_400_000]

function world(kept?: KeptTime, machine = testMachine(), newest?: number) {
  const jumps: ClockJump[] = []
  const time = makeServiceTime({ sources: machine.sources(), kept, newest, jumped: (jump) => jumps.push(jump) })
  return { machine, time, jumps, start: time.now() }
}

test('a wall clock set back or forward while it runs moves nothing, and is told once each', () => {
  const { machine, time, jumps, start } = world()
  const told: number[] = []
  for (const by of [-8 * hour, 8 * hour, 30 * year, -30 * year]) {
    machine.set(by)
    machine.pass(minute)
    told.push(time.now() - start, time.ahead())
    time.check()
  }
  expect(told).toEqual([minute, 8 * hour, 2 * minute, 0, 3 * minute, -30 * year, 4 * minute, 0])
  expect(jumps.map(({ byMs }) => byMs)).toEqual([-8 * hour, 8 * hour, 30 * year, -30 * year])
})

test('the sleep of a laptop is time that passed, and no jump', () => {
  const { machine, time, jumps, start } = world()
  machine.pass(minute)
  machine.sleep(9 * hour)
  machine.pass(minute)
  expect([time.now() - start, time.ahead(), jumps]).toEqual([9 * hour + 2 * minute, 0, []])
})

test('a process that starts on the same machine goes on exactly, however the clock was set meanwhile', () => {
  const before = world()
  before.machine.pass(minute)
  const kept = before.time.kept()
  const told = [0, -8 * hour, 8 * hour].map((by) => {
    before.machine.set(by)
    before.machine.pass(minute)
    const { time, jumps } = world(kept, before.machine)
    return [time.now() - kept.time, time.ahead(), jumps.map(({ byMs }) => byMs)]
  })
  expect(told).toEqual([
    [minute, 0, []],
    [2 * minute, 8 * hour, [-8 * hour]],
    [3 * minute, 0, []],
  ])
})

/** What a process finds after the machine was off. */
function afterReboot(offMs: number, wrongBy = 0) {
  const before = world()
  const kept = before.time.kept()
  before.machine.reboot(offMs, wrongBy)
  const after = world(kept, before.machine)
  const passed = () => after.time.now() - kept.time
  const pass = (ms: number): void => {
    after.machine.pass(ms)
    after.time.check()
  }
  return { ...after, passed, pass }
}

const started = 20_000

test('the time that a machine was off counts, as its hardware clock tells it', () => {
  const { time, jumps, passed, pass } = afterReboot(9 * hour)
  pass(minute)
  expect([passed(), time.ahead(), jumps]).toEqual([started + 9 * hour + minute, 0, []])
})

test('a hardware clock that lost its time, or is years ahead, moves nothing, nor does its correction', () => {
  const told = [-30 * year, 30 * year].map((wrongBy) => {
    const { machine, time, jumps, passed, pass } = afterReboot(9 * hour, wrongBy)
    pass(5 * minute)
    machine.correct()
    pass(minute)
    return [passed(), time.ahead(), jumps.length]
  })
  const off = 9 * hour + started
  expect(told).toEqual([
    [6 * minute, -off, 2],
    [6 * minute, -off, 2],
  ])
})

test('a store that moves to a machine which has run for long counts what the wall clock says', () => {
  const { machine, time } = world()
  const kept = { ...time.kept(), boot: 'another machine' }
  machine.pass(100 * 24 * hour)
  const moved = { ...kept, wall: machine.wall() - minute }
  expect(world(moved, machine).start - kept.time).toBe(minute)
})

test('where the system tells no start of the machine, its uptime is believed while it grows', () => {
  const { machine, time } = world()
  const kept = { ...time.kept(), boot: undefined }
  machine.pass(hour)
  machine.set(-8 * hour)
  const jumps: ClockJump[] = []
  const sources = { ...machine.sources(), boot: undefined }
  const after = makeServiceTime({ sources, kept, jumped: (jump) => jumps.push(jump) })
  expect([after.now() - kept.time, jumps.map(({ byMs }) => byMs)]).toEqual([hour, [-8 * hour]])
})

test('a store of before goes on from its newest event, which may be ahead of the wall clock', () => {
  const machine = testMachine()
  const { time, jumps, start } = world(undefined, machine, machine.wall() + 8 * hour)
  expect([start - machine.wall(), time.ahead(), jumps.map(({ byMs }) => byMs)]).toEqual([
    8 * hour,
    8 * hour,
    [-8 * hour],
  ])
})
