// `node test/soak/profile.ts FILE…`: where a CPU profile of the service spent its time, by function, by file, by our own caller.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface CpuProfile {
  nodes: ProfileNode[]
  samples: number[]
  timeDeltas: number[]
}

interface ProfileNode {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}

export interface ProfileShares {
  /** ms that were not idle. */
  busyMs: number
  /** Self time of functions. */
  functions: Share[]
  /** Self time of files; what has none is Node's own or the garbage collector. */
  files: Share[]
  /** Time of libraries, Node and SQLite, counted for the function of ours that called them. */
  callers: Share[]
  /** Time of our functions with all they call. */
  inclusive: Share[]
}

interface Share {
  name: string
  share: number
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const idle = new Set(['(idle)', '(root)'])

export function profileShares(files: readonly string[]): ProfileShares {
  const sums: Sums = { functions: new Map(), files: new Map(), callers: new Map(), inclusive: new Map() }
  let busyUs = 0
  for (const file of files) busyUs += addUp(JSON.parse(readFileSync(file, 'utf8')) as CpuProfile, sums)
  const ranked = (sum: Map<string, number>): Share[] =>
    [...sum].map(([name, us]) => ({ name, share: us / busyUs })).toSorted((a, b) => b.share - a.share)
  return {
    busyMs: busyUs / 1_000,
    functions: ranked(sums.functions),
    files: ranked(sums.files),
    callers: ranked(sums.callers),
    inclusive: ranked(sums.inclusive),
  }
}

type Sums = Record<'functions' | 'files' | 'callers' | 'inclusive', Map<string, number>>

function addUp({ nodes, samples, timeDeltas }: CpuProfile, sums: Sums): number {
  const self = new Map<number, number>()
  for (const [i, id] of samples.entries()) add(self, id, timeDeltas[i] ?? 0)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  let busy = 0
  for (const [id, us] of self) {
    const node = byId.get(id)
    if (!node || idle.has(node.callFrame.functionName)) continue
    busy += us
    add(sums.functions, nameOf(node), us)
    add(sums.files, fileOf(node) || node.callFrame.functionName, us)
    const ours = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const above = byId.get(at)
      if (above && isOurs(above)) ours.add(nameOf(above))
    }
    add(sums.callers, ours.values().next().value ?? 'nobody of ours', us)
    for (const name of ours) add(sums.inclusive, name, us)
  }
  return busy
}

const add = <Key>(sums: Map<Key, number>, key: Key, us: number): void => void sums.set(key, (sums.get(key) ?? 0) + us)

const isOurs = (node: ProfileNode): boolean => /^(src|machines)\//.test(fileOf(node))

function fileOf({ callFrame: { url } }: ProfileNode): string {
  const path = url.startsWith('file://') ? fileURLToPath(url) : url
  return path.startsWith(root) ? path.slice(root.length) : path
}

function nameOf(node: ProfileNode): string {
  const { functionName, lineNumber } = node.callFrame
  const file = fileOf(node)
  return file === '' ? functionName : `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`
}

export const profilesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => join(folder, name))

const shown = 15

export function profileText({ busyMs, functions, files, callers, inclusive }: ProfileShares): string {
  const table = (title: string, shares: readonly Share[]): string =>
    [
      title,
      ...shares.slice(0, shown).map(({ name, share }) => `  ${(share * 100).toFixed(1).padStart(5)} %  ${name}`),
    ].join('\n')
  return [
    `busy for ${Math.round(busyMs)} ms`,
    table('self time by function', functions),
    table('self time by file', files),
    table('libraries and SQLite counted for our caller', callers),
    table('our functions with all they call', inclusive),
  ].join('\n\n')
}

if (import.meta.main) process.stdout.write(`${profileText(profileShares(process.argv.slice(2)))}\n`)
