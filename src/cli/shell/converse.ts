// The shell's talk: lines that are typed until somebody leaves, or lines of a pipe one after the other.
import type { Interface } from 'node:readline/promises'
import { InputError } from '../../terminal/failure.ts'
import type { UnderWay } from './under-way.ts'
import type { ShellWords } from './words.ts'

export interface ShellTalk {
  /** The id of the message. */
  say(text: string): Promise<string>
  tell(text: string): void
  problem(text: string): void
  underWay: UnderWay
  words: ShellWords
}

/** Of a process that Ctrl-C ended. */
const interruptedCode = 130
/** What stopping may take. */
const stopMs = 5_000

const isQuit = (text: string): boolean => text === '/quit' || /^[,，]quit$/iu.test(text)

/** Until ,quit, Ctrl-D, a second Ctrl-C or a signal. What fails is told, and the talk goes on. */
export async function converse(lines: Interface, talk: ShellTalk): Promise<void> {
  let [isInterrupted, isOver] = [false, false]
  lines.once('close', () => (isOver = true))
  const end = (): void => lines.close()
  const interrupt = (): void => {
    if (isInterrupted) return end()
    isInterrupted = true
    if (talk.underWay.isBusy()) return void stop(talk)
    if (lines.line === '') return talk.tell(talk.words.again)
    isInterrupted = false
    for (const name of ['e', 'u']) lines.write('', { ctrl: true, name })
  }
  lines.on('SIGINT', interrupt)
  const release = onSignals(interrupt, end)
  lines.prompt()
  for await (const line of lines) {
    isInterrupted = false
    const text = line.trim()
    if (isQuit(text)) break
    if (text !== '') await said(talk, text)
    // Somebody may have left meanwhile.
    if (!isOver) lines.prompt()
  }
  lines.close()
  release()
}

/** Each line waits for the end of what the one before began, or until a word on it is needed; after Ctrl-C none is begun any more. */
export async function pipe(lines: Interface, talk: ShellTalk, mostMs: number, bot: string): Promise<void> {
  const leaving = new AbortController()
  let isInterrupted = false
  const leave = (): void => {
    leaving.abort()
    lines.close()
  }
  const interrupt = (): void => {
    process.exitCode = interruptedCode
    if (isInterrupted || !talk.underWay.isBusy()) return leave()
    isInterrupted = true
    void stop(talk)
  }
  const release = onSignals(interrupt, leave)
  try {
    for await (const line of lines) {
      const text = line.trim()
      if (isQuit(text) || leaving.signal.aborted) break
      if (text === '') continue
      const late = AbortSignal.timeout(mostMs)
      await talk.underWay.untilIdle(AbortSignal.any([leaving.signal, late]), await talk.say(text))
      if (late.aborted) throw new InputError(talk.words.problems.late(bot, mostMs / 1_000))
      if (isInterrupted) break
    }
  } finally {
    lines.close()
    release()
  }
}

/** What is under way when somebody leaves is stopped: it would go on at the next start. */
export async function endWork(talk: ShellTalk): Promise<void> {
  if (talk.underWay.isAtWork()) await said(talk, ',stop')
  await talk.underWay.untilIdle(AbortSignal.timeout(stopMs))
}

const stop = (talk: ShellTalk): Promise<void> => {
  talk.tell(talk.words.stopping)
  return said(talk, ',stop')
}

async function said(talk: ShellTalk, text: string): Promise<void> {
  try {
    await talk.say(text)
  } catch (error) {
    talk.problem(talk.words.notSent((error as Error).message))
  }
}

/** Returns how that is ended. */
function onSignals(interrupt: () => void, end: () => void): () => void {
  const heard = [
    ['SIGINT', interrupt],
    ['SIGTERM', end],
    ['SIGHUP', end],
  ] as const
  for (const [signal, hear] of heard) process.on(signal, hear)
  return () => {
    for (const [signal, hear] of heard) process.off(signal, hear)
  }
}
