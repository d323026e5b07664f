// Folders of skills: of one workspace, of all of them, of the user, and those that Chime brings.
import { join } from 'node:path'
import { openSkills, type SkillSources } from '../../../src/tools/skills/skills.ts'
import { folder, writeIn } from '../../world/folders.ts'

export const lobby = { bot: 'iris', group: 'web:lobby', oneToOne: false }

export const skillText = (name: string, { does = `Does ${name}.`, body = `# ${name}`, metadata = '' } = {}): string =>
  `---\nname: ${name}\ndescription: ${does}\n${metadata}---\n${body}\n`

export function skillWorld(over: Partial<SkillSources> = {}) {
  const home = folder()
  const at = (place: string, ...names: string[]) => join(home, place, ...names)
  const accepted = new Map<string, string>()
  const skills = openSkills({
    workspaceOf: () => at('bots', 'iris', 'lobby'),
    rootOf: () => at('bots'),
    home: at('home'),
    builtIn: at('built-in'),
    accepted: () => accepted,
    hasProgram: (name) => name === 'git',
    ...over,
  })
  const put = (place: string, name: string, text: string) => writeIn(at(place), name, text)
  const names = async (tools: string[] = []) =>
    (await skills.inForce(lobby, tools)).map(({ name, layer }) => [name, layer])
  const read = async (name: string, file?: string) => {
    try {
      return await skills.read(lobby, [], name, file)
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`
    }
  }
  return { at, put, skills, accepted, names, read }
}
