// Who is served: lists of people and groups by the ids of their platform, for a channel and for a group.
import { z } from 'zod'
import { type Findings, type Path, printPath } from './explain.ts'
import type { ChannelSection } from './section.ts'
import { flag, list, oneOf } from './shapes.ts'

/** What the configuration says of a channel, or of a group. */
export interface AdmissionRules {
  /** Ids of people, and of groups with everybody in them; `*`: everybody. Absent or empty: everybody. */
  allowFrom?: readonly string[]
  /** Never served, whatever else says so. */
  denyFrom?: readonly string[]
  /** What people say who are not served: kept as context that wakes nobody, or dropped. */
  unlisted?: 'context' | 'ignore'
  /** One-to-one chats: for everybody, for those of `allowFrom`, for nobody. Absent: as `allowFrom` says. Channels alone have it. */
  dmPolicy?: 'open' | 'allowlist' | 'disabled'
  /** A mention of everybody is one of each bot. */
  heedsAll?: boolean
}

/** Ids that are added while the service runs; they stand beside those of the configuration. */
export type AddedIds = Readonly<Record<AdmissionList, ReadonlySet<string>>>
export type AdmissionList = 'allowFrom' | 'denyFrom'

const idWords = 'the id of a person or a group, or *; a number of more than 15 digits in quotation marks'
const isId = (value: string): boolean => /^\S{1,200}$/.test(value)

// A number that is too long for JavaScript would be another person's.
export const platformId = z
  .union([z.string(idWords), z.number(idWords).int(idWords).refine(Number.isSafeInteger, idWords)], idWords)
  .transform((value) => String(value).trim())
  .refine(isId, idWords)

const ofGroup = {
  allowFrom: list(platformId),
  denyFrom: list(platformId),
  unlisted: oneOf(['context', 'ignore']),
  heedsAll: flag,
}

/** Keys of a group in `groups`, and those of a channel beside its own. */
export const groupAdmission = ofGroup
export const channelAdmission = { ...ofGroup, dmPolicy: oneOf(['open', 'allowlist', 'disabled']) }

/** undefined: nothing is said of it. */
export function admissionOf(file: unknown, path: Path, findings: Findings): AdmissionRules | undefined {
  const { allowFrom, denyFrom, unlisted, dmPolicy, heedsAll } = (file ?? {}) as AdmissionRules
  const rules: AdmissionRules = {
    ...(allowFrom && allowFrom.length > 0 && { allowFrom }),
    ...(denyFrom && denyFrom.length > 0 && { denyFrom }),
    ...(unlisted && { unlisted }),
    ...(dmPolicy && { dmPolicy }),
    ...(heedsAll !== undefined && { heedsAll }),
  }
  if (dmPolicy === 'allowlist' && !rules.allowFrom)
    findings.warn(
      `${printPath([...path, 'dmPolicy'])}: nobody is listed under allowFrom: one-to-one chats are for nobody`,
    )
  for (const id of rules.allowFrom ?? []) {
    if (rules.denyFrom?.includes(id))
      findings.warn(`${printPath(path)}: ${id} stands under allowFrom and denyFrom: denyFrom wins`)
  }
  return Object.keys(rules).length > 0 ? rules : undefined
}

/** Of the channels of a section, by their names: what is as it is without a word is left out. */
export function channelRules(
  { name, isOnTop }: Pick<ChannelSection, 'name' | 'isOnTop'>,
  file: unknown,
  findings: Findings,
): [string, AdmissionRules][] {
  const at: Path = isOnTop ? [name] : ['channels', name]
  const all: [string, unknown, Path][] = Array.isArray(file)
    ? file.map((each: { name: string }, i) => [each.name, each, [...at, i]])
    : [[name, file, at]]
  return all.flatMap(([channel, of, path]): [string, AdmissionRules][] => {
    const { unlisted, heedsAll, ...rest } = (of ?? {}) as AdmissionRules
    const isChanged = { ...(unlisted === 'ignore' && { unlisted }), ...(heedsAll && { heedsAll }) }
    const rules = admissionOf({ ...rest, ...isChanged }, path, findings)
    return rules ? [[channel, rules]] : []
  })
}
