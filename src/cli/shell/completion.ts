// What Tab completes: commands, what they take where that is known, and tools and skills behind a `$`.
import { commandNames, takes, type CommandName } from '../../commands/commands.ts'

/** What there is here and now. */
export interface Completable {
  tools(): readonly string[]
  /** JSON schema of what a tool takes. */
  parametersOf(tool: string): { required?: unknown; properties?: unknown } | undefined
  /** `all`: also those that wait for a word. */
  skills(all: boolean): Promise<readonly string[]>
  /** Numbers of facts, and of what the operator is asked. */
  facts(): readonly string[]
  asks(): readonly string[]
  /** Ids of rows of the schedule. */
  rows(): Promise<readonly string[]>
}

/** As readline asks for it: what the end of the line may become, and that end. */
export type Completed = [hits: string[], end: string]

const quit = 'quit'
const command = /^([,，])([\w.]*)$/u
const withWords = /^[,，]([\w.]+)\s+(.*)$/u
const dollar = /(?:^|\s)\$([\w.-]*)$/u
const call = /(?:^|\s)\$([\w.-]+)\s+(\{?)$/u

export async function complete(line: string, here: Completable): Promise<Completed> {
  const [, comma = '', begun = ''] = command.exec(line) ?? []
  if (comma !== '') {
    const hits = [...commandNames, quit].filter((name) => name.startsWith(begun.toLowerCase()))
    // Behind the only one there is room for what it takes.
    const isOnly = hits.length === 1 && takes[hits[0] as CommandName] !== undefined
    return [hits.map((name) => `${comma}${name}${isOnly ? ' ' : ''}`), line]
  }
  const [, name = '', words = ''] = withWords.exec(line) ?? []
  if (name !== '') return beginning(await wordsOf(name.toLowerCase(), here), words)
  const [, tool = '', brace = ''] = call.exec(line) ?? []
  if (tool !== '') return [skeletonOf(here.parametersOf(tool)), brace]
  const [, said] = dollar.exec(line) ?? []
  if (said === undefined) return [[], line]
  const all = [...new Set([...here.tools(), ...(await here.skills(false))])].toSorted()
  return beginning(
    all.map((each) => `$${each}`),
    `$${said}`,
  )
}

const beginning = (words: readonly string[], begun: string): Completed => [
  words.filter((word) => word.startsWith(begun)),
  begun,
]

async function wordsOf(name: string, here: Completable): Promise<readonly string[]> {
  switch (name) {
    case 'tool.describe':
      return here.tools()
    case 'skill.accept':
    case 'skill.drop':
      return here.skills(true)
    case 'approve':
    case 'deny':
      return here.asks()
    case 'forget':
      return here.facts()
    case 'schedule.remove':
      return here.rows()
    case 'policy':
      return ['mention', 'auto', 'open', 'default']
    case 'tape.reset':
      return ['archive']
    default:
      return []
  }
}

/** `{"path": ""}`: the keys that have to be there. */
function skeletonOf(parameters: { required?: unknown; properties?: unknown } | undefined): string[] {
  const required = Array.isArray(parameters?.required)
    ? parameters.required.filter((key) => typeof key === 'string')
    : []
  if (parameters === undefined) return []
  const properties = (parameters.properties ?? {}) as Record<string, { type?: unknown } | undefined>
  const written = required.map((key) => `${JSON.stringify(key)}: ${properties[key]?.type === 'string' ? '""' : ''}`)
  return [`{${written.join(', ')}}`]
}
