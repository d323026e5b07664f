// A script is played step by step: at once on what is led in memory, and with waits where a server stands between.

/** Every step that may have to be waited for, and the trace in the end. */
export type Played<Trace> = Generator<unknown, Trace, undefined>

export function atOnce<Trace>(play: Played<Trace>): Trace {
  for (;;) {
    const step = play.next()
    if (step.done) return step.value
  }
}

export async function waited<Trace>(play: Played<Trace>): Promise<Trace> {
  for (;;) {
    const step = play.next()
    if (step.done) return step.value
    // oxlint-disable-next-line no-await-in-loop -- time passes in order
    await step.value
  }
}
