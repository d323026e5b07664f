// Reads a SKILL.md in the format of agentskills.io: what its frontmatter says, checked, and the text below it (A8).
import { parse } from 'yaml'
import { z } from 'zod'

export interface SkillFile {
  name: string
  description: string
  license?: string | undefined
  compatibility?: string | undefined
  metadata: Record<string, string>
  body: string
}

/** A skill that cannot be used. Its message names the key and what is wrong with it, and no path outside of the skill. */
export class SkillError extends Error {
  override name = 'SkillError'
}

/** Characters of a name, and bytes of a frontmatter. */
const longest = { name: 64, description: 1_024, other: 500, frontmatter: 8_192 }
export const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const text = (most: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'is no text') })
    .trim()
    .min(1, 'is empty')
    .max(most, `has more than ${most} characters`)

/** What stands there beside these keys is for other programs. */
const shape = z.object(
  {
    name: text(longest.name).regex(skillName, 'has small letters and digits, with single hyphens between them'),
    description: text(longest.description),
    license: text(longest.other).optional(),
    compatibility: text(longest.other).optional(),
    metadata: z
      .record(
        z.string(),
        z.union([z.string(), z.number(), z.boolean()], 'is no text').transform(String),
        'is no mapping of texts',
      )
      .default({}),
    // It is checked and gives nothing: rights are the configuration's.
    'allowed-tools': z.union([z.string(), z.array(z.string())], 'is no text and no list of texts').optional(),
  },
  'the frontmatter is no mapping of keys',
)

const parts = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** `folder`: the name of the one that it lies in. Throws a SkillError. */
export function readSkillFile(file: string, folder: string): SkillFile {
  const [whole, head] = parts.exec(file) ?? []
  if (whole === undefined || head === undefined)
    throw new SkillError('there is no frontmatter: the file begins with a line ---, its keys, and a line ---')
  if (Buffer.byteLength(head) > longest.frontmatter)
    throw new SkillError(`the frontmatter has more than ${longest.frontmatter} bytes`)
  const read = shape.safeParse(mappingIn(head))
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' '))
    throw new SkillError(problems.slice(0, 5).join('; '))
  }
  const { name, description, license, compatibility, metadata } = read.data
  if (name !== folder)
    throw new SkillError(`name is ${name}, and the folder is called ${folder}: they must be the same`)
  const body = file.slice(whole.length).trim()
  if (body === '') throw new SkillError('there is no text below the frontmatter')
  return { name, description, license, compatibility, metadata, body }
}

function mappingIn(head: string): unknown {
  try {
    // No aliases: a few of them within each other are gigabytes.
    return parse(head, { maxAliasCount: 0 })
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n', 1)
    throw new SkillError(`the frontmatter is no YAML: ${line.slice(0, 200)}`, { cause: error })
  }
}
