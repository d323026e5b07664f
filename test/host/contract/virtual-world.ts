// The host in virtual time; where others are killed it reads every chart from JSON.
import { makeVirtualHost, type Rehearsed } from '../../../src/host/virtual/virtual-host.ts'
import type { TracedStep } from '../../../src/room/steps.ts'
import type { MakeWorld } from './world.ts'

export const virtualWorld: MakeWorld = ({ hosted, answers, isForgetful = false, crash }) => {
  const steps: TracedStep[] = []
  const asked: { at: number; key: string; src: string; input: unknown }[] = []
  const halted: string[] = []
  const job =
    (src: string, answer: (input: never, context: { key: string; at: number }) => Rehearsed) =>
    (input: never, context: { key: string; at: number }): Rehearsed => {
      asked.push({ ...context, src, input })
      return answer(input, context)
    }
  const host = makeVirtualHost({
    hosted,
    jobs: Object.fromEntries(Object.entries(answers).map(([src, answer]) => [src, job(src, answer)])),
    halted: (key) => void halted.push(key),
    reload: isForgetful || crash !== undefined,
  })
  host.subscribe((step) => void steps.push(step))
  return {
    host,
    now: host.now,
    until: async (at) => host.runUntil(at),
    receive: (...messages) => host.receive(messages),
    order: (...orders) => host.order(orders),
    steps,
    asked,
    get ran() {
      return asked.map(({ input }) => input)
    },
    halted,
    waiting: (key) => host.waitingFor(key).map(({ event }) => event.type),
  }
}
