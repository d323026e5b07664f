// The whole service inside the test's process: a configuration file in a folder of its own, and its log lines.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { loadConfig } from '../../src/channels/plugins.ts'
import { startService } from '../../src/app.ts'
import { visitor } from './visitor.ts'
import { folderOfFile } from '../world/folders.ts'

export type Running = Awaited<ReturnType<typeof running>>

export interface LogLine {
  level: string
  msg: string
  [key: string]: unknown
}

/** Thresholds that let a turn pass in a fraction of a second; budgets that do not stand in the way. */
export const quick = {
  batching: { intervalMs: 30 },
  direct: { debounceMs: 0 },
  dispatch: { cooldownMs: 40 },
  mentionMinIntervalMs: 20,
  limits: {
    shortWindow: { maxMessages: 500, maxTokens: 500_000 },
    mediumWindow: { maxMessages: 500, maxTokens: 500_000 },
    longWindow: { maxMessages: 500, maxTokens: 500_000 },
  },
  delay: { fastMs: [10, 30], normalMs: [20, 50], slowMs: [40, 80] },
  delivery: { backoffMs: 40 },
  style: { maxSimilarity: 1 },
}

export const iris = { id: 'iris', name: 'Iris', role: 'research assistant', expertise: 'papers, statistics' }
export const rex = { id: 'rex', name: 'Rex', role: 'code reviewer', expertise: 'code review, tests' }

/** Call at the top of a test file: makes empty folders that go with the file. */
export function tempFolders(): () => string {
  const base = folderOfFile()
  return () => mkdtempSync(join(base, 'home-'))
}

/** Somebody who never speaks belongs to every group: whoever speaks is not alone with the bots. */
export function withCompany(folder: string): void {
  mkdirSync(join(folder, 'group'), { recursive: true })
  writeFileSync(join(folder, 'group', 'people.md'), '| name | id | kind |\n|-|-|-|\n| Zoe | person:zoe | person |\n')
}

/** Writes `file` as chime.yaml, on a free port unless it says otherwise. */
export function writeConfig(folder: string, file: object): void {
  const { channels = {}, bots, ...rest } = file as { channels?: { web?: object }; bots?: object[] }
  const whole = {
    groupSocial: quick,
    ...rest,
    // A test of some seconds would else see that call among those that it counts.
    ...(bots && { bots: bots.map((bot) => ({ problemWords: false, ...bot })) }),
    channels: { ...channels, web: { port: 0, ...channels.web } },
  }
  writeFileSync(join(folder, 'chime.yaml'), stringify(whole))
}

export function running(folder: string, file: object) {
  writeConfig(folder, file)
  return runningIn(folder)
}

/** As the folder is configured; it stops with its test. */
export async function servedIn(...given: Parameters<typeof runningIn>) {
  const service = await runningIn(...given)
  onTestFinished(service.stop)
  return service
}

export async function runningIn(
  cwd: string,
  env: NodeJS.ProcessEnv = {},
  options: Parameters<typeof startService>[2] = {},
) {
  const config = loadConfig({ env, cwd })
  const lines: LogLine[] = []
  const log = pino(
    { level: 'debug', base: null, formatters: { level: (level) => ({ level }) } },
    { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) },
  )
  const service = await startService(config, log, options)
  let stopped: Promise<void> | undefined
  return {
    config,
    url: service.url,
    lines,
    store: config.store.path,
    visitor: visitor(service.url),
    stop: () => (stopped ??= service.stop()),
  }
}

export const rooms = (...ids: string[]) => ({ web: { rooms: ids.map((id) => ({ id })) } })
