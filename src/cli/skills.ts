// `chime skills`: the skills that lie in the folders of the machine's people and of Chime, and what is wrong with some.
import { homedir } from 'node:os'
import { loadServed } from '../channels/plugins.ts'
import { workspaceRoots } from '../config/workspaces.ts'
import { langOf } from '../terminal/terminal-text.ts'
import { openSkills, type Layer } from '../tools/skills/skills.ts'
import { canWalk } from '../tools/workspace.ts'

export interface SkillsOptions {
  config?: string
  json?: boolean
}

/** Those of the workspaces are shown by ,skills: they are of one group each. */
export async function listSkills({ config: file, json = false }: SkillsOptions): Promise<void> {
  const config = loadServed(file)
  const said = words[langOf(process.env)]
  const agents = config.bots.filter(({ agent }) => agent)
  if (agents.length === 0) return write(`${said.noTools}\n`)
  if (!canWalk()) return write(`${said.noWalk}\n`)
  const none = (): ReadonlyMap<string, string> => new Map()
  const rootOf = workspaceRoots(config)
  const skills = openSkills({ workspaceOf: () => '', rootOf, home: homedir(), accepted: none })
  for (const bot of agents) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the configuration
    const found = await skills.all({ bot: bot.id, group: '', oneToOne: false })
    for (const { name, description, layer, path } of found.skills)
      write(
        json
          ? line({ bot: bot.id, name, layer, path, description })
          : `${bot.id}  ${name}  (${said.layers[layer]})  ${description}\n`,
      )
    for (const { layer, path, message } of found.problems)
      write(
        json
          ? line({ bot: bot.id, layer, path, problem: message })
          : `${bot.id}  ${path}  (${said.layers[layer]})  ${said.problem}${message}\n`,
      )
  }
}

const write = (text: string): void => void process.stdout.write(text)
const line = (of: object): string => `${JSON.stringify(of)}\n`

interface Words {
  noTools: string
  noWalk: string
  problem: string
  layers: Record<Layer, string>
}

const words: Record<'en' | 'zh', Words> = {
  en: {
    noTools: 'No bot has tools: skills are read where agent.allow names skill.read.',
    noWalk: 'Skills need Linux.',
    problem: 'cannot be used: ',
    layers: { workspace: 'workspace', bots: 'the folder of all workspaces', user: 'home folder', builtIn: 'built in' },
  },
  zh: {
    noTools: '没有机器人配有工具：在 agent.allow 中写上 skill.read 才会读取技能。',
    noWalk: '技能需要 Linux。',
    problem: '无法使用：',
    layers: { workspace: '工作区', bots: '所有工作区的目录', user: '主目录', builtIn: '内置' },
  },
}
