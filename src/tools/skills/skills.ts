// The skills that there are for a bot in a group: of its workspace, of all workspaces, of the user and built in; the nearer one counts (A8).
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Place, ToolError } from '../tool.ts'
import { namesOn, showPath } from '../workspace.ts'
import { isOnPath } from '../../config/on-path.ts'
import { readSkillFile, SkillError, type SkillFile, skillName } from './skill-file.ts'
import {
  bounds,
  bytesAt,
  digestOf,
  entriesIn,
  filesOf,
  isMissing,
  joined,
  type WholeFolder,
  wholeFolder,
} from './skill-folder.ts'

/** The nearest first. A model can write the first of them, and nobody but the machine's people the others. */
export const layers = ['workspace', 'bots', 'user', 'builtIn'] as const
export type Layer = (typeof layers)[number]

export interface Skill extends Pick<SkillFile, 'name' | 'description' | 'metadata'> {
  layer: Layer
  base: string
  /** Below the base. */
  path: string
  /** Of a workspace's skill: whether an operator accepted it as it is now. Others are always on. */
  state: 'on' | 'waits' | 'changed'
  /** The same: of all its files. */
  whole?: WholeFolder
}

export interface SkillProblem {
  layer: Layer
  path: string
  message: string
}

export interface AllSkills {
  skills: Skill[]
  problems: SkillProblem[]
}

export interface SkillSources {
  /** Of a bot and a group: written by its tools. */
  workspaceOf: (place: Place) => string
  /** In which all workspaces of a bot lie. */
  rootOf: (bot: string) => string
  /** Of who runs the service. */
  home?: string | undefined
  builtIn?: string
  /** What an operator accepted of a workspace: digests by name. */
  accepted: (place: Place) => ReadonlyMap<string, string>
  hasProgram?: (name: string) => boolean
}

export const notesFile = 'AGENTS.md'
/** Bytes of it. */
const longestNotes = 16_384
const folders = ['.agent/skills', '.agents/skills']
const builtInSkills = fileURLToPath(new URL('./built-in', import.meta.url))
const utf8 = new TextDecoder('utf-8', { fatal: true })

export type Skills = ReturnType<typeof openSkills>

export function openSkills(sources: SkillSources) {
  const { workspaceOf, rootOf, home, builtIn = builtInSkills, accepted, hasProgram = isOnPath() } = sources

  /** Those of one layer; `names`: of these alone. */
  async function of(layer: Layer, place: Place, names?: ReadonlySet<string>): Promise<AllSkills> {
    const base = baseOf(layer, place)
    const found: AllSkills = { skills: [], problems: [] }
    if (base === undefined) return found
    const digests = layer === 'workspace' ? accepted(place) : undefined
    const add = (path: string, error: unknown): void => {
      if (!(error instanceof ToolError) && !(error instanceof SkillError)) throw error
      found.problems.push({ layer, path, message: error.message })
    }
    for (const folder of layer === 'builtIn' ? [''] : folders) {
      // oxlint-disable no-await-in-loop -- one after the other: each of them holds descriptors
      const entries = await entriesIn(base, folder).catch((error: unknown) => {
        add(folder, error)
        return []
      })
      const candidates = entries.filter(
        ({ name, kind }) => kind !== 'file' && (names?.has(name) ?? !name.startsWith('.')),
      )
      if (candidates.length > bounds.skills)
        add(folder, new SkillError(`it holds more than ${bounds.skills} skills: the others are not read`))
      for (const { name, kind } of candidates.slice(0, bounds.skills)) {
        const path = joined(folder, name)
        try {
          if (kind !== 'folder') throw new SkillError('it is a link, or no folder: links are not followed')
          const skill = await skillAt(base, path, name, digests)
          found.skills.push({ ...skill, layer })
        } catch (error) {
          add(joined(folder, showPath(name)), error)
        }
      }
      // oxlint-enable no-await-in-loop
    }
    return found
  }

  function baseOf(layer: Layer, place: Place): string | undefined {
    if (layer === 'workspace') return workspaceOf(place)
    if (layer === 'bots') return rootOf(place.bot)
    return layer === 'user' ? home : builtIn
  }

  /** What may be used with these tools here. A skill that waits for a word hides none of its name. */
  async function inForce(place: Place, tools: readonly string[]): Promise<Skill[]> {
    const names = new Set(accepted(place).keys())
    const all = await Promise.all(
      layers.map((layer) =>
        layer === 'workspace' && names.size === 0
          ? nothing
          : of(layer, place, layer === 'workspace' ? names : undefined),
      ),
    )
    const kept = new Map<string, Skill>()
    for (const skill of all.flatMap(({ skills }) => skills))
      if (!kept.has(skill.name) && skill.state === 'on' && isFor(skill, place, tools)) kept.set(skill.name, skill)
    return [...kept.values()]
  }

  function isFor({ metadata }: Skill, { group }: Place, tools: readonly string[]): boolean {
    const { channel, program, tools: needed = '' } = metadata
    return (
      (channel === undefined || group.startsWith(`${channel}:`)) &&
      (program === undefined || hasProgram(program)) &&
      needed.split(/[\s,]+/).every((name) => name === '' || tools.includes(name))
    )
  }

  async function named(place: Place, tools: readonly string[], name: string): Promise<Skill> {
    const skill = (await inForce(place, tools)).find((each) => each.name === name)
    if (!skill) throw new ToolError(`there is no skill ${showPath(name)} here`)
    return skill
  }

  /** Of a workspace, as the prompt may show it: none that nobody accepted. */
  async function notesOf(layer: 'workspace' | 'bots', place: Place): Promise<string> {
    const digest = layer === 'workspace' ? accepted(place).get(notesFile) : undefined
    if (layer === 'workspace' && digest === undefined) return ''
    const notes = await notesAt(baseOf(layer, place) ?? '')
    return notes && (digest === undefined || notes.digest === digest) ? notes.text : ''
  }

  return {
    inForce,
    /** The text of a skill, and what lies beside it; or one of its files. Rejects with a ToolError. */
    async read(place: Place, tools: readonly string[], name: string, file?: string): Promise<string> {
      const { base, path, whole } = await named(place, tools, name)
      const asked = file === undefined ? 'SKILL.md' : namesOn(file).join('/')
      const most = file === undefined ? bounds.skillFile : bounds.bytes
      const bytes = whole ? whole.files.get(asked) : await bytesAt(base, joined(path, asked), most)
      if (!bytes) throw new ToolError(`the skill ${name} has no file ${showPath(asked)}`)
      if (file !== undefined) return textOf(bytes, asked)
      const files = (whole ? [...whole.files.keys()] : await filesOf(base, path)).filter((each) => each !== asked)
      const beside =
        files.length > 0 ? `\n\nFiles of this skill, for skill_read: ${files.map(showPath).join(', ')}` : ''
      return `${readSkillFile(textOf(bytes, asked), name).body}${beside}`
    },
    /** For operators: also what waits, what is hidden, and what cannot be read. */
    async all(place: Place): Promise<AllSkills> {
      const found = await Promise.all(layers.map((layer) => of(layer, place)))
      return {
        skills: found.flatMap(({ skills }) => skills),
        problems: found.flatMap(({ problems }) => problems),
      }
    },
    /** What whoever owns the workspaces tells those who work in them, and what is accepted of this one. */
    async notes(place: Place): Promise<string> {
      const told = await Promise.all([notesOf('bots', place), notesOf('workspace', place)])
      return told.filter(Boolean).join('\n')
    },
    /** Of the workspace that a model can write; undefined: there are none. */
    async ownNotes(place: Place): Promise<(Notes & { state: Skill['state'] }) | undefined> {
      const notes = await notesAt(workspaceOf(place))
      return notes && { ...notes, state: stateOf(accepted(place).get(notesFile), notes.digest) }
    },
  }
}

const nothing = Promise.resolve<AllSkills>({ skills: [], problems: [] })

interface Notes {
  text: string
  digest: string
}

/** What is no text of an allowed length is none. */
async function notesAt(base: string): Promise<Notes | undefined> {
  if (!existsSync(base)) return undefined
  try {
    const bytes = await bytesAt(base, notesFile, longestNotes)
    return { text: textOf(bytes, notesFile), digest: digestOf(bytes) }
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

async function skillAt(
  base: string,
  path: string,
  folder: string,
  digests: ReadonlyMap<string, string> | undefined,
): Promise<Omit<Skill, 'layer'>> {
  if (!skillName.test(folder)) throw new SkillError('a folder of a skill has small letters, digits and single hyphens')
  const whole = digests && (await wholeFolder(base, path))
  const bytes = whole ? whole.files.get('SKILL.md') : await skillBytes(base, path)
  if (!bytes) throw new SkillError('there is no SKILL.md in it')
  if (bytes.length > bounds.skillFile) throw new SkillError(`SKILL.md has more than ${bounds.skillFile} bytes`)
  const { name, description, metadata } = readSkillFile(textOf(bytes, 'SKILL.md'), folder)
  const state = whole && digests ? stateOf(digests.get(name), whole.digest) : 'on'
  return { name, description, metadata, base, path, state, ...(whole && { whole }) }
}

const stateOf = (accepted: string | undefined, digest: string): Skill['state'] =>
  accepted === undefined ? 'waits' : accepted === digest ? 'on' : 'changed'

async function skillBytes(base: string, path: string): Promise<Buffer | undefined> {
  try {
    return await bytesAt(base, joined(path, 'SKILL.md'), bounds.skillFile)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function textOf(bytes: Uint8Array, shown: string): string {
  if (!bytes.includes(0)) {
    try {
      return utf8.decode(bytes)
    } catch {
      // It is told below.
    }
  }
  throw new ToolError(`${showPath(shown)} is binary: only text in UTF-8 can be read`)
}
