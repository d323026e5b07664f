// Tools of this machine, and where they work.
import { homedir } from 'node:os'
import type { DatabaseSync } from 'node:sqlite'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { workspaceRoots } from '../config/workspaces.ts'
import type { RunParts, RunTexts } from '../jobs/hosted-group.ts'
import { pageTool } from '../jobs/run/page-tool.ts'
import { sendTool } from '../jobs/run/send-tool.ts'
import { tapeTools } from '../jobs/run/tape-tools.ts'
import type { Schedule } from '../jobs/schedule/schedule.ts'
import { scheduleTools } from '../jobs/schedule/schedule-tools.ts'
import type { Failures } from '../health/failures.ts'
import type { McpTools } from '../tools/mcp/mcp-tools.ts'
import { mcpCommands } from './mcp.ts'
import { openToolModules } from './tool-modules.ts'
import { actorKey } from '../room/key.ts'
import type { Correction } from '../room/message.ts'
import type { Inbound } from '../room/steps.ts'
import { openAcceptedTexts } from '../store/accepted-texts.ts'
import type { RunTape } from '../store/run-tape.ts'
import { noBashWords } from '../tools/bash/find-box.ts'
import { describeTool } from '../tools/describe-tool.ts'
import { machineTools } from '../tools/machine-tools.ts'
import { makeRegistry } from '../tools/registry.ts'
import { shellName } from '../tools/rights.ts'
import { readSkillTool } from '../tools/skills/read-tool.ts'
import { openSkills, type Skills } from '../tools/skills/skills.ts'
import { type Place, type Tool, ToolError } from '../tools/tool.ts'
import { canWalk, workspaceOf } from '../tools/workspace.ts'

interface Options {
  config: Config
  log: Log
  db: DatabaseSync
  tape: RunTape
  /** Tools of MCP servers. */
  mcp?: McpTools | undefined
  /** Milliseconds of the wall clock. */
  wall: () => number
  schedule: Schedule
  failures: Pick<Failures, 'note'>
  onStop: (close: () => unknown) => unknown
}

/** undefined: no bot has tools. */
export async function openRuns({
  config,
  log,
  db,
  tape,
  mcp,
  wall,
  schedule,
  ...others
}: Options): Promise<RunParts | undefined> {
  // One that cannot be loaded keeps the service from starting, whoever may use it.
  const brought = await openToolModules({ config, log, ...others })
  const agents = config.bots.filter(({ agent }) => agent)
  if (agents.length === 0) return undefined
  const failed = (tool: string, error: unknown): void => log.error({ tool, error: String(error) }, 'a tool failed')
  const { terminal } = config.channels
  const { tools, noBash } = await machineTools({
    search: config.search,
    failed: (error) => failed(shellName, error),
    own: terminal?.folder,
  })
  if (noBash && agents.some(({ agent }) => agent?.allow.some(namesShell))) {
    const { found, next } = noBashWords.en(noBash)
    log.warn({ next }, found)
  }
  const rootOf = workspaceRoots(config)
  const terminalKey = terminal && actorKey({ ...terminal, oneToOne: true })
  const workspace = (place: Place): string =>
    terminal && actorKey(place) === terminalKey ? terminal.folder.path : workspaceOf(rootOf(place.bot), place)
  const accepted = openAcceptedTexts(db)
  const skills = openSkills({
    workspaceOf: workspace,
    rootOf,
    home: homedir(),
    accepted: (place) => accepted.of(actorKey(place)),
  })
  const own = [
    ...tools,
    pageTool(tape),
    ...tapeTools(tape),
    describeTool((name): Tool | undefined => registry.find(name)),
    ...(canWalk() ? [readSkillTool(skills)] : []),
    ...scheduleTools({ schedule, operatorsOf: (bot) => config.bots.find(({ id }) => id === bot)?.operators ?? [] }),
    ...(agents.some(({ agent }) => agent?.sendsItself) ? [sendTool] : []),
    ...brought,
  ]
  const registry = makeRegistry(own, mcp)
  return {
    registry,
    tape,
    workspaceOf: workspace,
    failed,
    ...(mcp && { mcp: mcpCommands(mcp, agents) }),
    ...(canWalk() && {
      texts: textsOf(skills, (error) => failed('skill', error)),
      skills: { ...skills, accepted, wall },
    }),
  }
}

/** What charts reserve room for. */
export const inPrompts = (runs: RunParts | undefined) =>
  runs && { tools: runs.registry, textTokens: runs.texts?.tokens }

/** What cannot be read is left out: a reply does not fail for it. */
function textsOf(skills: Skills, failed: (error: unknown) => void): RunTexts {
  const measured = new Map<string, number>()
  const unless = async <Text>(work: Promise<Text>, otherwise: Text): Promise<Text> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof ToolError)) failed(error)
      return otherwise
    }
  }
  return {
    of: (place) => ({
      notes: () => unless(skills.notes(place), ''),
      skills: (names) => unless<{ name: string; description: string }[]>(skills.inForce(place, names), []),
      skill: (name, names) => unless<string | undefined>(skills.read(place, names, name), undefined),
      measured: (tokens) => void measured.set(actorKey(place), tokens),
    }),
    tokens: (place) => measured.get(actorKey(place)) ?? 0,
  }
}

const namesShell = ({ tools }: { tools: readonly string[] }): boolean => tools.includes(shellName)

/** What charts are told of a message that was taken back: it may wait for an answer, or have asked for work that is under way. */
export const recallsOf = (
  { bots }: Pick<Config, 'bots'>,
  { group, id, text }: Correction,
  knows: (key: string) => boolean,
): Inbound[] =>
  text !== undefined
    ? []
    : bots
        .flatMap((bot) => [false, true].map((oneToOne) => actorKey({ bot: bot.id, group, oneToOne })))
        .filter(knows)
        .map((key) => ({ key, event: { type: 'message.recalled', message: id } }))
