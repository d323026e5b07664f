// A folder with a configured bot, a model on loopback, and the shell in it: as a user starts it, or with a terminal of the test's.
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'
import { shell } from '../../src/cli/shell.ts'
import { writeConfig } from '../e2e/running.ts'
import { inSteps, type Said } from '../fakes/scripted-tools.ts'
import { folder } from '../world/folders.ts'
import { configured } from '../world/service-world.ts'

export const fsTools = [{ tools: ['fs.*'], groups: ['terminal'], by: 'operators' }]

/** `home` has the configuration; `steps`: of the model. */
export async function shellWorld(steps: (Said | string)[], agent: object = { allow: fsTools }) {
  const home = folder({ 'notes.txt': 'Seven samples.\nOn Friday.' })
  const bot = { id: 'iris', name: 'Iris', role: 'research assistant', expertise: 'papers, statistics', agent }
  const { chat, file } = await configured({ home, bots: [bot] })
  chat.behave({ compose: inSteps(...steps) })
  writeConfig(home, file)
  return { home, chat, config: join(home, 'chime.yaml') }
}

/** Somebody at a terminal: what is typed, and what it shows without its colours and movements. */
export function terminal({ config, home }: { config: string; home: string }) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let shown = ''
  output.on('data', (piece: Buffer) => (shown += String(piece)))
  const over = shell({ config, workspace: home, name: 'Olga' }, { input, output, isTerminal: true })
  onTestFinished(async () => {
    input.end()
    await over.catch(() => undefined)
  })
  const screen = (): string => stripVTControlCharacters(shown)
  return {
    over,
    screen,
    type: (keys: string): void => void input.write(keys),
    /** Until it shows that. */
    async shows(text: string | RegExp): Promise<void> {
      const is = (): boolean => (typeof text === 'string' ? screen().includes(text) : text.test(screen()))
      // oxlint-disable-next-line no-await-in-loop -- piece after piece
      while (!is()) await once(output, 'data')
    },
    /** What is looked for next is looked for behind this. */
    forget: (): void => void (shown = ''),
  }
}

export const keys = { up: '\u001B[A', enter: '\r', tab: '\t', interrupt: '\u0003', end: '\u0004' }
