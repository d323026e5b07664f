// Tries of one call on one worker: a connection that is lost has the call made anew, while the try before it does not know yet.
import { expect, test } from 'vitest'
import { makeRoomJobs } from '../../../src/host/restate/room-jobs.ts'

const key = 'iris web:lobby'

function world() {
  const ran: AbortSignal[] = []
  let end = (_: string): void => {}
  const jobs = makeRoomJobs(
    {
      jobs: {
        act: {
          afterCrash: 'rerun',
          run: (_: never, { signal }) =>
            new Promise((resolve) => {
              ran.push(signal)
              end = resolve
            }),
        },
      },
    },
    () => undefined,
  )
  const ref = { actor: 0, key, id: 'act', gen: 1 }
  return {
    ran,
    ref,
    jobs,
    end: (text: string) => end(text),
    /** Its signal is that of the connection it came over. */
    try(signal: AbortSignal) {
      const once = <T>(_: string, make: () => Promise<T>): Promise<T> => make()
      return jobs.work({ starts: [{ ref, src: 'act', input: {} }], turn: 1 }, { once, rows: [], signal })
    },
  }
}

const settledWith = (output: string) => [{ ref: expect.objectContaining({ key, id: 'act' }), outcome: { output } }]
const soon = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

test('17 a try that was cut off and goes on takes the answer from nobody, whichever of them came first', async () => {
  const { ran, end, try: attempt, jobs } = world()
  const [cut, live] = [new AbortController(), new AbortController()]
  const answer = attempt(live.signal)
  const lost = attempt(cut.signal)
  await soon()
  cut.abort()
  await expect(lost).rejects.toThrow('abort')
  expect([ran.length, ran[0]?.aborted, jobs.jobs.count()]).toEqual([1, false, 1])
  end('done')
  expect(await answer).toEqual(settledWith('done'))
})

test('17 where no try waits any more the job ends; the next one begins it anew', async () => {
  const { ran, end, try: attempt, jobs } = world()
  const first = new AbortController()
  const lost = attempt(first.signal)
  await soon()
  first.abort()
  await expect(lost).rejects.toThrow('abort')
  expect([ran[0]?.aborted, jobs.jobs.count()]).toEqual([true, 0])
  await expect(attempt(first.signal)).rejects.toThrow('abort')
  const answer = attempt(new AbortController().signal)
  await soon()
  end('done')
  expect([await answer, ran.length]).toEqual([settledWith('done'), 2])
})

test('a job that its chart has left ends for all tries', async () => {
  const { ran, ref, try: attempt, jobs } = world()
  const tries = [attempt(new AbortController().signal), attempt(new AbortController().signal)]
  await soon()
  jobs.stopped(ref)
  expect([await Promise.all(tries), ran.map(({ aborted }) => aborted)]).toEqual([[[], []], [true]])
})
