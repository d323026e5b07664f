// What is said to the operators when a call needs their word: fills the agent chart's `ask` (A6).
import type { Asked, AskInput } from '../../../machines/agent/children.ts'
import { commandWords } from '../../commands/words.ts'
import type { Whereabouts } from '../../room/key.ts'
import type { RunTape } from '../../store/run-tape.ts'
import { type LanguageDeps, languageIn } from '../command/language-in.ts'
import type { CallBody } from './calls.ts'

interface Deps extends LanguageDeps {
  tape: Pick<RunTape, 'entry'>
  nameOf: (bot: string) => string
}

const longestArguments = 200

/** One line: the arguments are a model's words, and may be those of a page that it read. */
export function askOperators(
  deps: Deps,
  { run, n, call }: AskInput,
  { key, ...place }: Whereabouts & { key: string },
): Asked {
  const body = deps.tape.entry(key, run, call.id)?.body as CallBody | undefined
  if (!body) throw new Error('the call is not on the tape any more')
  const given = body.arguments.replaceAll(/\s+/gu, ' ').trim()
  const shown = given.length > longestArguments ? `${given.slice(0, longestArguments).toWellFormed()}…` : given
  const address = place.oneToOne ? '' : `@${deps.nameOf(place.bot)} `
  const byHook = call.refused === 'unapproved'
  return { text: commandWords[languageIn(deps, place)].ask({ n, call: `${call.tool} ${shown}`, address, byHook }) }
}
