// Every step of a graph under the eyes of the observer, and every state left alone until it comes to rest.
import type { GroupInput } from '../../machines/group/settings.ts'
import type { GroupLogic, Moment } from './group-model.ts'
import { type Edge, type Graph, pathTo } from './graph.ts'
import { beginWatch, watch } from './invariants/every-invariant.ts'
import type { Story } from './invariants/story.ts'

/** What is broken, in words, each promise once, with the events that lead there. */
export function brokenIn(graph: Graph, model: GroupLogic, input: GroupInput): string[] {
  const told = new Map<string, string>()
  const stories = new Map<string, Story>()
  const tell = (broken: readonly string[], edge?: Edge): void => {
    for (const how of broken) {
      const [promise = ''] = how.split(': ')
      if (!told.has(promise)) told.set(promise, `${how}\n${edge ? pathTo(edge, graph).map(inWords).join('\n') : ''}`)
    }
  }
  const first = beginWatch(input, graph.states.get(graph.start)?.sights ?? [])
  stories.set(graph.start, first.story)
  tell(first.broken)
  for (const edge of graph.edges) {
    const before = stories.get(edge.from)
    if (!before) throw new Error(`${edge.from} was not reached`)
    const { story, broken } = watch(before, edge.moment.sights)
    tell(broken, edge)
    if (graph.reachedBy.get(edge.to) === edge) stories.set(edge.to, story)
  }
  for (const [key, how] of restless(graph, model, stories)) tell([how], graph.reachedBy.get(key))
  return [...told.values()]
}

/** States that never come to rest though nobody speaks and nobody answers: a turn goes on, or a message waits. */
function restless(graph: Graph, model: GroupLogic, stories: ReadonlyMap<string, Story>): [key: string, how: string][] {
  const silent = new Map<string, Edge>()
  for (const edge of graph.edges) {
    const first = graph.states.get(edge.from)?.timers[0]
    if (first && edge.event.type === first.type) silent.set(edge.from, edge)
  }
  const isAtRest = (key: string): boolean => {
    const story = stories.get(key)
    return story !== undefined && isResting(story)
  }
  const good = new Set<string>()
  const bad: [string, string][] = []
  for (const key of graph.states.keys()) {
    const passed = new Set<string>()
    let here = key
    while (!good.has(here) && !isAtRest(here) && !passed.has(here)) {
      passed.add(here)
      const edge = silent.get(here)
      if (!edge) break
      here = edge.to
    }
    if (good.has(here) || isAtRest(here)) for (const each of passed) good.add(each)
    else if (!restsAlone(model, graph.states.get(key) as Moment, stories.get(key) as Story))
      bad.push([
        key,
        `nothing waits or goes on for ever: ${stories.get(key)?.turn ? 'a turn' : 'a message or an answer'} does`,
      ])
  }
  for (const [from, { to, moment }] of silent)
    if (from === to && moment.at === graph.states.get(from)?.at && (moment.timers[0]?.due ?? Infinity) <= moment.at)
      bad.push([from, `no timer starts itself anew at once: ${moment.timers[0]?.id} does`])
  return bad
}

/** Played on, for moments that look alike may lie at different times: timers alone lead it to rest. */
function restsAlone(model: GroupLogic, from: Moment, story: Story): boolean {
  let moment = from
  let told = story
  for (let n = 0; n < mostTimers && moment.timers[0]; n += 1) {
    if (isResting(told)) return true
    const [{ type, due }] = moment.timers as [Moment['timers'][number]]
    moment = model.transition(moment, { type, at: Math.max(moment.at, due) }, undefined as never)
    told = watch(told, moment.sights).story
  }
  return isResting(told)
}

const isResting = ({ turn, waiting, run }: Story): boolean =>
  turn === undefined && waiting.length === 0 && run?.answer === undefined

/** Timers that may fire until a group is at rest. */
const mostTimers = 60

const inWords = ({ event: { type, at, message, output, error } }: Edge | ReturnType<typeof pathTo>[number]): string => {
  const { tokens: _, ts: __, ...said } = message ?? { tokens: 0, ts: 0 }
  const what = [message && said, output, error].filter((each) => each !== undefined).map((each) => JSON.stringify(each))
  return `  ${at} ${type} ${what.join(' ')}`
}
