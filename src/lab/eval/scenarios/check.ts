// What can be wrong in a scenario between values that are right each for itself.
import { suggest } from '../../../config/explain.ts'
import { castBots, castPeople, groupsOf, listed } from './cast.ts'
import type { FileLine, ScenarioFile } from './schema.ts'
import { cueOf } from './times.ts'

export type Path = readonly PropertyKey[]

/** What is wrong where. */
export type Problem = (path: Path, words: string) => void

export function checkScenario(scenario: ScenarioFile, problem: Problem): void {
  const bots = castBots(scenario).map(({ id }) => id)
  const people = castPeople(scenario).map(({ name }) => name)
  const groups = groupsOf(scenario).map(([name]) => name)
  const lines = new Map<string, number>()
  const isBot = (path: readonly PropertyKey[], id: string): void => {
    if (!bots.includes(id)) problem(path, `no bot has the id "${id}": ${suggest(id, bots)}`)
  }
  const isLine = (path: readonly PropertyKey[], id: string, known: readonly string[] = [...lines.keys()]): void => {
    if (!known.includes(id)) problem(path, `no line before has the id "${id}": ${suggest(id, known)}`)
  }

  for (const [i, { id }] of castBots(scenario).entries()) {
    if (!/^[a-z0-9][a-z0-9._-]*$/.test(id)) {
      problem(['bots', i, 'id'], `${JSON.stringify(id)} is no id: give one of a-z, 0-9, ".", "_", "-"`)
    }
  }
  for (const [name, { bots: present, oneToOne }] of groupsOf(scenario)) {
    for (const [i, id] of listed(present).entries()) isBot(['groups', name, 'bots', i], id)
    if (oneToOne !== undefined) isBot(['groups', name, 'oneToOne'], oneToOne)
  }
  for (const [i, line] of scenario.talk.entries()) {
    checkForm(line, i, problem)
    const { id, who, after, since, replyTo, group, filler } = line
    if (id !== undefined && lines.has(id)) problem(['talk', i, 'id'], `"${id}" is taken by talk[${lines.get(id)}]`)
    for (const name of [...listed(who), ...(filler?.people ?? [])]) {
      if (!people.includes(name)) problem(['talk', i], `nobody is called "${name}": ${suggest(name, people)}`)
    }
    if (after !== undefined && cueOf(after).bot !== 'any') isBot(['talk', i, 'after'], cueOf(after).bot)
    if (since !== undefined) isLine(['talk', i, 'since'], since)
    if (replyTo !== undefined) isLine(['talk', i, 'replyTo'], replyTo, [...lines.keys(), ...bots])
    for (const [n, part] of (line.parts ?? []).entries()) {
      if (part.kind !== 'quote') continue
      const path = ['talk', i, 'parts', n]
      if (part.line !== undefined) isLine([...path, 'line'], part.line, [...lines.keys(), ...bots])
      if (part.from !== undefined && ![...bots, ...people].includes(part.from)) {
        problem([...path, 'from'], `nobody is called "${part.from}": ${suggest(part.from, [...bots, ...people])}`)
      }
    }
    if (group !== undefined && !groups.includes(group)) {
      problem(['talk', i, 'group'], `there is no group "${group}": ${suggest(group, groups)}`)
    }
    if (id !== undefined) lines.set(id, i)
  }
  for (const [i, { want, line, by, until, replyTo }] of scenario.moments.entries()) {
    for (const id of listed(line)) isLine(['moments', i, 'line'], id)
    for (const id of listed(by)) isBot(['moments', i, 'by'], id)
    if (replyTo !== undefined) isLine(['moments', i, 'replyTo'], replyTo)
    if (until !== undefined) isLine(['moments', i, 'until'], until)
    if (until !== undefined && want !== 'SILENT') problem(['moments', i, 'until'], `only SILENT has it: give "within"`)
  }
}

function checkForm({ who, text, parts, filler, after, at, since }: FileLine, i: number, problem: Problem): void {
  const isSaid = text !== undefined || parts !== undefined
  if (filler ? who !== undefined || isSaid : who === undefined || !isSaid) {
    problem(['talk', i], 'a line has "who" and "text" or "parts", or "filler" alone')
  }
  if (after !== undefined && at === undefined) problem(['talk', i, 'after'], 'give the latest time as "at", too')
  if (since !== undefined && after === undefined) problem(['talk', i, 'since'], 'it says nothing without "after"')
}
