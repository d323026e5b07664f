// Who takes part in a scenario: the bots as they are configured, their groups, and the people.
import { demoBots } from '../../../config/demo.ts'
import type { ScenarioFile } from './schema.ts'

export const castBots = ({ bots = demoBots }: Pick<ScenarioFile, 'bots'>) =>
  bots.map(({ name, id = name.toLowerCase(), aliases = [], role = '', expertise = '', persona }) => ({
    id,
    name,
    aliases,
    role,
    expertise,
    ...(persona !== undefined && { persona: persona.slice(0, longestPersona) }),
  }))

/** `bot`: of somebody else. */
export const castPeople = ({ people }: Pick<ScenarioFile, 'people'>) =>
  people.map((person) => {
    const { name, role = '', expertise = '', bot } = typeof person === 'string' ? { name: person } : person
    return { name, role, expertise, bot: bot === true }
  })

export const groupsOf = ({ groups }: Pick<ScenarioFile, 'groups'>) => Object.entries(groups ?? { lobby: {} })

export const listed = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T]

const longestPersona = 4_000
