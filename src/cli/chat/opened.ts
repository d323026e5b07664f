// The service behind a command that talks to a room: in this process, or the one that runs already.
import { pino } from 'pino'
import { startService } from '../../app.ts'
import type { Config } from '../../config/config.ts'
import { StoreError } from '../../store/database.ts'
import { runningService } from '../running.ts'

export interface OpenedService {
  url: string
  /** It runs already, in another process. */
  isOthers: boolean
  rehearsal: boolean
  stop(): Promise<void>
}

/** Rejects where neither can be had. */
export async function openService(config: Config): Promise<OpenedService> {
  const { web } = config.channels
  try {
    const own = { ...config, channels: { web: { ...web, host: '127.0.0.1', port: 0 } } }
    return { ...(await startService(own, errorLog(), { isVisit: true })), isOthers: false }
  } catch (error) {
    const running = error instanceof StoreError ? await runningService(web) : undefined
    if (!running) throw error
    return { url: running.url, isOthers: true, rehearsal: false, stop: async () => {} }
  }
}

const toStderr = (line: string): void => void process.stderr.write(`chime: ${line}\n`)

/** Errors only, as lines beside the talk. */
export function errorLog(tell: (line: string) => void = toStderr) {
  return pino(
    { level: 'error', base: null },
    {
      write(line: string) {
        const { msg, error } = JSON.parse(line) as { msg: string; error?: string }
        tell(error === undefined ? msg : `${msg}: ${error}`)
      },
    },
  )
}
