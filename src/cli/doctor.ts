// `chime doctor`: checks what a service needs, one line a check; and starts a stopped group anew.
import { configuredChannels, loadServed } from '../channels/plugins.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/explain.ts'
import { bad, type Finding, findingLine, ok, warn } from './doctor/finding.ts'
import { checkHooks } from './doctor/hooks.ts'
import { compactStore } from './doctor/kept.ts'
import { checkMcp } from './doctor/mcp.ts'
import { checkModels } from './doctor/models.ts'
import { resetGroup } from './doctor/reset.ts'
import { checkServed } from './doctor/served.ts'
import { checkStore } from './doctor/store.ts'
import { checkAddress, checkNode, checkRoster } from './doctor/surroundings.ts'
import { checkToolModules } from './doctor/tool-modules.ts'
import { checkTools } from './doctor/tools.ts'
import { budgetFindings } from './doctor/budgets.ts'
import { atDomain } from './domain.ts'
import { runningService } from './running.ts'

export interface DoctorOptions {
  config?: string
  /** Of Feishu, over the configuration. */
  domain?: string
  /** The key of a group, as `iris web:lobby`. */
  reset?: string
  /** Rewrites the store's file instead. */
  compact?: boolean
}

/** Exit code 1 when a check found something that keeps the service, or a group, from working. */
export async function doctor({ config: file, domain, reset, compact }: DoctorOptions): Promise<void> {
  const load = (): Config => atDomain(loadServed(file), domain)
  if (reset !== undefined) return void process.stdout.write(`${resetGroup(load(), reset)}\n`)
  if (compact) return void process.stdout.write(`${compactStore(load())}\n`)
  tell([checkNode()])
  const config = checkConfig(load)
  if (!config) return
  tell(checkStore(config))
  tell(await checkModels(config.bots))
  const isServed = async () => (await runningService(config.channels.web)) !== undefined
  for (const channel of configuredChannels(config)) {
    const bots = config.bots.filter(({ id }) => channel.bots.includes(id))
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they are told
    tell(await channel.doctor({ name: channel.name, bots, now: Date.now, log: () => {}, isServed, config }))
  }
  tell(
    checkServed(
      config,
      configuredChannels(config).map(({ name }) => name),
    ),
  )
  tell(checkRoster(config))
  tell(await checkTools(config))
  tell(await checkToolModules(config))
  tell(await checkMcp(config))
  tell(await checkHooks(config))
  tell(budgetFindings(config).map((finding) => ({ ...finding, what: 'budget' })))
  tell(await checkAddress(config.channels.web))
}

function checkConfig(load: () => Config): Config | undefined {
  try {
    const config = load()
    const { file, bots, channels, warnings } = config
    const rooms = `${bots.length} bots, rooms ${channels.web.rooms.map(({ id }) => id).join(', ')}`
    tell([
      ok('config', `${file ?? 'no chime.yaml, the built-in demo'}: ${rooms}`),
      ...warnings.map((found) => warn('config', found)),
    ])
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    tell(error.problems.map((found) => bad('config', found)))
    tell([warn('others', 'the checks that need a configuration are left out')])
    return undefined
  }
}

function tell(findings: readonly Finding[]): void {
  for (const finding of findings) process.stdout.write(`${findingLine(finding)}\n`)
  if (findings.some(({ sign }) => sign === 'bad')) process.exitCode = 1
}
