// What a pure step costs, and how large the snapshots of a group are.
import { createActor } from 'xstate'
import { actorKey } from '../../src/room/key.ts'
import { transitionIds } from '../../machines/graph.ts'
import { groupMachine } from '../../machines/group/group.ts'
import { makeStepper } from '../../src/room/step.ts'
import { inputFor, messageOf } from './bench-host.ts'
import { type Figure, median, paired, report } from './figures.ts'
import { livelyTalk } from './lively-talk.ts'

const rounds = process.argv.includes('--quick') ? 2 : 9
const key = actorKey({ bot: 'vera', group: 'web:g0', oneToOne: false })
const input = inputFor(key)
const stepper = makeStepper(groupMachine, input)
const named = makeStepper(groupMachine, input, transitionIds(groupMachine))
const talk = livelyTalk({ groups: 1, messages: 400, seed: 5 })
const events = talk.map((line) => ({ type: 'message.received', at: line.ts, message: messageOf(line) }))
type Snapshot = ReturnType<typeof stepper.init>['snapshot']

const snapshots: Snapshot[] = []
for (const event of events) {
  snapshots.push(stepper.step(snapshots.at(-1) ?? stepper.init(input).snapshot, event).snapshot)
}
const bodies = snapshots.map((snapshot) => stepper.dump(snapshot))

report([
  us('readUsPerMessage', () => talk.forEach(messageOf), written, 'the same message to JSON and back'),
  us('stepUsPerEvent', () => steps(stepper), liveActor, 'the same events sent to a live XState actor'),
  us(
    'namedStepUsPerEvent',
    () => steps(named),
    () => steps(stepper),
    'the same step without the names of its transitions',
  ),
  us(
    'dumpUsPerSnapshot',
    () => snapshots.forEach((snapshot) => stepper.dump(snapshot)),
    stringified,
    'JSON.stringify of the same object',
  ),
  us(
    'loadUsPerSnapshot',
    () => bodies.forEach((body) => stepper.load(body, input)),
    parsed,
    'JSON.parse of the same text',
  ),
  bytes('snapshotIdleBytes', stepper.init(input).snapshot),
  bytes('snapshotTypicalBytes', snapshots[Math.floor(snapshots.length / 2)] as Snapshot, 4_096),
  bytes('snapshotHeatedBytes', heated()),
])

function us(name: string, work: () => void, baseline: () => void, against: string): Figure {
  const once = (run: () => void) => () => {
    const started = performance.now()
    run()
    return ((performance.now() - started) * 1_000) / events.length
  }
  const { a, b } = paired(rounds + 3, once(work), once(baseline))
  return { name, value: median(a.slice(3)), baseline: median(b.slice(3)), against }
}

function bytes(name: string, snapshot: Snapshot, atMost?: number): Figure {
  const value = Buffer.byteLength(stepper.dump(snapshot))
  const baseline = Buffer.byteLength(JSON.stringify(groupMachine.getPersistedSnapshot(snapshot)))
  const against = 'the snapshot as XState persists it'
  return { name, value, baseline, against, ...(atMost !== undefined && { aim: { of: 'value', atMost } }) }
}

function written(): void {
  for (const line of talk) JSON.parse(JSON.stringify(line))
}

function steps({ init, step }: typeof stepper): void {
  let { snapshot } = init(input)
  for (const event of events) ({ snapshot } = step(snapshot, event))
}

function liveActor(): void {
  const clock = { setTimeout: () => 0, clearTimeout: () => undefined }
  const actor = createActor(groupMachine, { input, clock }).start()
  for (const event of events) actor.send(event as never)
  actor.stop()
}

function stringified(): void {
  for (const snapshot of snapshots) JSON.stringify(groupMachine.getPersistedSnapshot(snapshot))
}

function parsed(): void {
  for (const body of bodies) JSON.parse(body)
}

/** The window full, and as many messages waiting as a turn that hangs lets gather in one buffer span. */
function heated(): Snapshot {
  const at = talk[0]?.ts ?? 0
  let { snapshot } = stepper.init(input)
  for (let n = 0; n < 200; n += 1) {
    const line = { ...(talk[n % talk.length] as (typeof talk)[number]), id: `h${n}`, ts: at + n * 300 }
    snapshot = stepper.step(snapshot, {
      type: 'message.received',
      at: line.ts,
      message: messageOf(line),
    } as never).snapshot
  }
  return snapshot
}
