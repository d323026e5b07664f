// Loads a module of tools that somebody else wrote: what it exports is read before a bot is offered anything of it (A15).
import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { longestOnWire, wireName } from '../../language/wire-name.ts'
import type { Tool } from '../tool.ts'
import type { ModuleTool } from './contract.ts'
import { guardedTool, type InModule, within, wordsOf } from './guarded-tool.ts'

/** To be loaded at the start of the service. */
const longestLoadMs = 10_000

/** Prefixes of the tools and commands of the house: nobody else's tool begins so, whether or not the house has them on. */
export const housePrefixes: ReadonlySet<string> = new Set([
  'bash',
  'fact',
  'fs',
  'mcp',
  'schedule',
  'send',
  'skill',
  'tape',
  'tool',
  'tools',
  'web',
])

export interface LoadedTools {
  name: string
  path: string
  tools: readonly Tool[]
}

export interface Loading {
  /** Whatever is started within is the module's own. */
  inModule?: InModule
  /** What a tool threw, for the log. */
  failed?: (tool: string, error: unknown) => void
}

/** One after the other. Rejects with an error that names the module and the next step. */
export async function loadToolModules(paths: readonly string[], loading: Loading = {}): Promise<LoadedTools[]> {
  const loaded: LoadedTools[] = []
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- the first that cannot be loaded is told
    const each = await loadTools(path, loading)
    for (const prefix of prefixesOf(each)) {
      const other = loaded.find((before) => prefixesOf(before).has(prefix))
      if (other) throw complaint(path, `its tools begin with "${prefix}.", as those of ${other.path} do: ${rename}`)
    }
    loaded.push(each)
  }
  return loaded
}

async function loadTools(
  path: string,
  { inModule = (work) => work(), failed = () => {} }: Loading,
): Promise<LoadedTools> {
  const complain = (problem: string, cause?: unknown) => complaint(path, problem, cause)
  if (!existsSync(path)) throw complain('there is no such file: its path is seen from the folder of the configuration')
  if (!statSync(path).isFile()) throw complain('it is no file: name the module itself')
  let given: unknown
  try {
    const load = () => inModule(() => import(pathToFileURL(path).href) as Promise<{ default?: unknown }>)
    given = (await within(longestLoadMs, load)).default
  } catch (error) {
    throw complain(`it cannot be loaded: ${wordsOf(error)}`, error)
  }
  const exported = moduleShape.safeParse(given)
  if (!exported.success) throw complain(`it has no default export with tools: ${guide}`)
  const name = basename(path)
  const tools = exported.data.tools.map((each, i) => {
    const read = toolShape.safeParse(each)
    if (!read.success) {
      const { path: at = [], message = '' } = read.error.issues[0] ?? {}
      throw complain(`its ${nameOf(each) ?? `tool ${i + 1}`}: ${[...at.map(String), message].join(': ')}: ${guide}`)
    }
    const [prefix = ''] = read.data.name.split('.')
    if (housePrefixes.has(prefix))
      throw complain(`its ${read.data.name} begins with "${prefix}.", as tools of Chime do: ${rename}`)
    // What is not read stays where it is: a tool may be an object with methods of its own.
    return guardedTool(each as ModuleTool, {
      module: name,
      schema: schemaOf(read.data.input, (problem) => complain(`its ${read.data.name}: input: ${problem}: ${guide}`)),
      inModule,
      failed,
    })
  })
  const twins = tools.map((each) => wireName(each.name))
  const twin = tools.find((each, i) => twins.indexOf(wireName(each.name)) < i)
  if (twin) throw complain(`two of its tools are ${wireName(twin.name)} to a model: rename one`)
  return { name, path, tools }
}

const complaint = (path: string, problem: string, cause?: unknown): Error =>
  new Error(`tools: ${path}: ${problem}`, { cause })

const rename = 'choose another prefix'
const guide = 'see docs/guide/tools, "Tools of your own"'

const prefixesOf = ({ tools }: LoadedTools): ReadonlySet<string> =>
  new Set(tools.map(({ name }) => name.split('.')[0] ?? ''))

const nameOf = (given: unknown): string | undefined => {
  const name: unknown = (given as { name?: unknown } | null)?.name
  return typeof name === 'string' ? JSON.stringify(name.slice(0, longestOnWire.name)) : undefined
}

const moduleShape = z.object({ tools: z.array(z.unknown()).min(1).max(100) })
/** What has another key is no tool: `readOutside` would be believed to say something. */
const toolShape = z.strictObject({
  // With `_` in the prefix two modules' tools could be one to a model.
  name: z
    .string()
    .max(longestOnWire.name)
    .regex(/^[a-z][a-z0-9-]{0,15}(?:\.[a-zA-Z][\w-]*)+$/, 'expected a name such as lab.samples'),
  description: z.string().trim().min(1).max(2_000),
  effect: z.enum(['read', 'keyed', 'once']),
  input: z.looseObject({}),
  readsOutside: z.boolean().optional(),
  workspace: z.boolean().optional(),
  timeoutMs: z.int().min(1).max(600_000).optional(),
  run: z.custom((run) => typeof run === 'function', 'expected a function'),
})

/** As the registry reads arguments: it makes of it, too, what the model is told. */
function schemaOf(input: object, complain: (problem: string) => Error): z.ZodObject {
  try {
    const made = isZod(input)
      ? input
      : z.fromJSONSchema(structuredClone(input) as Parameters<typeof z.fromJSONSchema>[0])
    const schema = made as z.ZodObject
    if (schema.def.type !== 'object' || typeof schema.strict !== 'function') throw complain('expected an object')
    // It is described once now: what cannot be told a model is found at the start.
    z.toJSONSchema(schema.strict(), { io: 'input' })
    return schema
  } catch (error) {
    throw (error as Error).message.startsWith('tools: ') ? error : complain(wordsOf(error))
  }
}

/** Of the module's own copy of zod, too. */
const isZod = (input: object): boolean => '_zod' in input
