// ,skills, ,skill.accept and ,skill.drop: what of a workspace that a model can write may stand in a prompt is an operator's word (A8).
import type { CommandWords } from '../../commands/command-words.ts'
import type { Whereabouts } from '../../room/key.ts'
import { actorKey } from '../../room/key.ts'
import { type AcceptedTexts, mostAccepted } from '../../store/accepted-texts.ts'
import { readSkillName } from '../../tools/skills/read-tool.ts'
import { notesFile, type Skill, type Skills } from '../../tools/skills/skills.ts'

export interface SkillParts extends Pick<Skills, 'all' | 'inForce' | 'ownNotes'> {
  accepted: Pick<AcceptedTexts, 'put' | 'drop' | 'of'>
  /** Milliseconds of the wall clock. */
  wall: () => number
}

export interface SkillQuestion {
  skills: SkillParts | undefined
  place: Whereabouts
  /** Names of the tools that are on for who asks. */
  tools: readonly string[]
  words: CommandWords
}

/** Digits of a digest that are shown, and written back. */
const shownDigits = 16
const longestShown = 2_000

export async function listSkills({ skills, place, tools, words }: SkillQuestion): Promise<string> {
  if (!skills || !tools.includes(readSkillName)) return words.noSkillsHere
  const [{ skills: all, problems }, inForce, notes] = await Promise.all([
    skills.all(place),
    skills.inForce(place, tools),
    skills.ownNotes(place),
  ])
  const isInForce = ({ layer, path }: Skill): boolean =>
    inForce.some((each) => each.layer === layer && each.path === path)
  const lines = [
    ...all.map((skill) => {
      const { name, layer, state, whole } = skill
      const note = isInForce(skill)
        ? words.skillOn
        : state === 'on'
          ? words.skillNotHere
          : words.skillWaits(order(name, whole?.digest))
      return `${name} (${words.skillLayer[layer]}) – ${note}`
    }),
    ...(notes
      ? [`${notesFile} – ${notes.state === 'on' ? words.skillOn : words.skillWaits(order(notesFile, notes.digest))}`]
      : []),
    ...problems.map(
      ({ layer, path, message }) => `${path} (${words.skillLayer[layer]}) – ${words.skillProblem(message)}`,
    ),
  ]
  return lines.length === 0 ? words.noSkills : lines.join('\n')
}

const order = (name: string, digest = ''): string => `,skill.accept ${name} ${digest.slice(0, shownDigits)}`

/** `fails`: throws, in words for the operator. Without a digest it shows what there is to accept. */
export async function acceptSkill(
  { skills, place, tools, words }: SkillQuestion,
  { said, by }: { said: string; by: string },
  fails: (message: string) => never,
): Promise<string> {
  if (!skills || !tools.includes(readSkillName)) return words.noSkillsHere
  const [name = '', digest, ...more] = said.split(/\s+/u)
  const found = await waiting(skills, place, name)
  if (!found) return fails(words.noSuchSkill(name))
  if (digest === undefined) return `${found.shown}\n${words.skillWaits(order(name, found.digest))}`
  // What was shown is what is accepted: it may have been written anew since.
  if (more.length > 0 || digest.toLowerCase() !== found.digest.slice(0, shownDigits))
    return fails(words.skillIsOther(order(name, found.digest)))
  const key = actorKey(place)
  const known = skills.accepted.of(key)
  if (!known.has(name) && known.size >= mostAccepted) return fails(words.tooManySkills(mostAccepted))
  skills.accepted.put({ place: key, name, digest: found.digest, by, at: skills.wall() })
  return words.skillAccepted(name)
}

export function dropSkill(
  { skills, place, words }: SkillQuestion,
  name: string,
  fails: (message: string) => never,
): string {
  if (!skills) return words.noSkillsHere
  return skills.accepted.drop(actorKey(place), name) ? words.skillDropped(name) : fails(words.noSuchSkill(name))
}

async function waiting(
  skills: SkillParts,
  place: Whereabouts,
  name: string,
): Promise<{ digest: string; shown: string } | undefined> {
  if (name === notesFile) {
    const notes = await skills.ownNotes(place)
    return notes && { digest: notes.digest, shown: clipped(notes.text) }
  }
  const { skills: all } = await skills.all(place)
  const { whole } = all.find((each) => each.layer === 'workspace' && each.name === name) ?? {}
  if (!whole) return undefined
  const files = [...whole.files].map(([file, bytes]) => `${file}, ${bytes.length} bytes`)
  return {
    digest: whole.digest,
    shown: `${clipped(whole.files.get('SKILL.md')?.toString() ?? '')}\n${files.join('\n')}`,
  }
}

const clipped = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}… (+${text.length - longestShown})` : text
