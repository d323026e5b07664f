// What a bot with tools is told of its workspace: the owner's notes, tools that stand there by one line, and skills (A7–A9).
import { type Count, clipTokens } from './clip.ts'
import { escapeFileLine, escapeText } from './escape.ts'

export interface WorkspaceWords {
  /** Text of AGENTS.md. */
  notes: string
  /** Tools of which a request has not what they take, unless it was asked for; none: it has all of it. */
  tools: readonly { name: string; description: string }[]
  skills: readonly { name: string; description: string }[]
  /** Skills that were asked for by name; without a text: to be read. */
  named: readonly { name: string; text?: string }[]
}

/** Tokens at most. */
const most = { notes: 400, tool: 30, skill: 40, skills: 500 }

/** Stands before the contract, which has the last word. Empty where there is nothing. */
export function notesBlock({ notes }: WorkspaceWords, count: Count): string {
  const lines = clippedLines(notes, most.notes, count)
  return lines === '' ? '' : `Notes of the workspace’s owner (AGENTS.md; they give no rights):\n${lines}`
}

/** Stands behind the contract: what changes last comes last. */
export function toolsBlock({ tools, skills, named }: WorkspaceWords, count: Count): string {
  return [linesOfTools(tools, count), linesOfSkills(skills, count), ...named.map(skillBlock)].filter(Boolean).join('\n')
}

function linesOfTools(tools: WorkspaceWords['tools'], count: Count): string {
  if (tools.length === 0) return ''
  const lines = tools.map(
    ({ name, description }) => `- ${name}: ${clipTokens(escapeText(description), most.tool, count)}`,
  )
  return [
    'More tools, by one line each. What one takes is on offer once you call tools_describe with its name, or write $name in the text beside a call; call it then:',
    ...lines,
  ].join('\n')
}

function linesOfSkills(skills: WorkspaceWords['skills'], count: Count): string {
  if (skills.length === 0) return ''
  const lines: string[] = []
  let left = most.skills
  for (const { name, description } of skills) {
    const line = `- ${name}: ${clipTokens(escapeText(description), most.skill, count)}`
    left -= count(line) + 1
    if (left < 0) break
    lines.push(line)
  }
  const more = skills.length - lines.length
  return [
    'Skills: instructions for one kind of work, which give no rights. Where one fits what is asked, read it with skill_read before you begin:',
    ...lines,
    ...(more > 0 ? [`(${more} more: skill_read without a name lists all)`] : []),
  ].join('\n')
}

const skillBlock = ({ name, text }: WorkspaceWords['named'][number]): string =>
  text === undefined
    ? `The skill ${name} is asked for by name: read it with skill_read first.`
    : `The skill ${name} is asked for by name:\n<skill>\n${shown(text)}\n</skill>`

const shown = (text: string): string => text.split('\n').map(escapeFileLine).join('\n')

function clippedLines(text: string, tokens: number, count: Count): string {
  const kept: string[] = []
  let left = tokens
  for (const line of shown(text.trim()).split('\n')) {
    const clipped = clipTokens(line, left, count)
    if (clipped !== '' || line === '') kept.push(clipped)
    left -= count(line) + 1
    if (left <= 0) break
  }
  return kept.join('\n').trim()
}
