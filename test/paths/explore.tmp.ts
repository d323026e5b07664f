import { TestModel } from 'xstate/graph'
import { groupModel, keyOf, nextEvents } from '/work/main/test/paths/group-model.ts'
import { groupMachine } from '/work/main/machines/group.ts'
import { watchedMachine, transitionNames } from './watched-machine.ts'
import { worlds } from './worlds.ts'
const names = transitionNames(groupMachine)
const all = new Set()
for (const [label, {input, talkers}] of Object.entries(worlds)) {
const taken = new Set()
const t0 = Date.now()
const machine = watchedMachine(groupMachine, (t) => (taken.add(t), all.add(t)))
const model = new TestModel(groupModel(machine, input) as never, { serializeState: keyOf, events: (m: never) => nextEvents(m, talkers), input, limit: 60000 } as never)
const adj = model.getAdjacencyMap()
console.log(label, Object.keys(adj).length, Object.values(adj).reduce((n, a: any) => n + Object.keys(a.transitions).length, 0), Date.now() - t0, taken.size, names.size)
const t1 = Date.now()
const paths = model.getShortestPaths()
console.log(paths.length, paths.reduce((n,p)=>n+p.steps.length,0), Date.now()-t1)
}
console.log([...names].filter(([t]) => !all.has(t)).map(([,n]) => n))
