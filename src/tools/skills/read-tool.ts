// skill.read: the text of a skill, or a file of its folder.
import { z } from 'zod'
import { type Tool, tool } from '../tool.ts'
import type { Skills } from './skills.ts'

export const readSkillName = 'skill.read'

export const readSkillTool = (skills: Pick<Skills, 'read' | 'inForce'>): Tool =>
  tool({
    name: readSkillName,
    description:
      'Reads a skill: instructions for one kind of work. With `file` a file of its folder; without a name it lists all skills.',
    effect: 'read',
    schema: z.object({
      name: z.string().max(64).optional().describe('as the list of skills has it'),
      file: z.string().max(500).optional().describe('relative to the folder of the skill'),
    }),
    async run({ name, file }, { place, tools = [] }) {
      if (name !== undefined) return skills.read(place, tools, name, file)
      const all = await skills.inForce(place, tools)
      return all.map((skill) => `${skill.name}: ${skill.description}`).join('\n') || 'there are no skills here'
    },
  })
