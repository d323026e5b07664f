// A machine that sleeps between two pieces of work charges the waking to them: virtual ones most of all.
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, constants, setPriority } from 'node:os'
import { setImmediate as turnOfLoop, setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(import.meta.url)
const spins = 'spin-until-nobody-waits'
const sliceMs = 20

if (process.argv[2] === spins) await spin()

/** Lowest in rank, it takes what nobody wants; it ends with the process that began it. */
async function spin(): Promise<void> {
  process.once('disconnect', () => process.exit())
  for (;;) {
    for (const until = performance.now() + sliceMs; performance.now() < until;);
    // oxlint-disable-next-line no-await-in-loop -- hears of the end between two slices
    await turnOfLoop()
  }
}

/** Keeps every processor from sleeping until `end` is called. */
export function keepAwake(): { end(): void } {
  const children = Array.from({ length: availableParallelism() }, (): ChildProcess => {
    const child = fork(file, [spins], { stdio: 'ignore' })
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    return child
  })
  return { end: () => children.forEach((child) => void child.kill('SIGKILL')) }
}

/** How often as much CPU time a piece of work takes after a rest of 10 ms as in one go, here and now. */
export async function wakingFactor(): Promise<number> {
  const texts = Array.from({ length: 3_000 }, (_, n) => JSON.stringify({ id: n, words: `some words ${n}`, list: [n] }))
  let at = 0
  const work = (): void => {
    for (let n = 0; n < 400; n += 1) JSON.stringify(JSON.parse(texts[(at = (at + 7) % texts.length)] ?? ''))
  }
  const cost = async (rounds: number, rest: () => Promise<unknown>): Promise<number> => {
    let spent = 0
    for (let n = 0; n < rounds; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await rest()
      const { user, system } = process.cpuUsage()
      work()
      const now = process.cpuUsage()
      spent += now.user + now.system - user - system
    }
    return spent / rounds
  }
  await cost(1_000, () => Promise.resolve())
  const inOneGo = await cost(300, () => Promise.resolve())
  return (await cost(100, () => pause(10))) / inOneGo
}
