// `chime cluster stuck` and `chime cluster reset`: what keeps rooms from their turns, and what sets them free.
import type { FailingCall, StuckRoom } from '../host/restate/room-admin.ts'
import { installCommand } from '../cluster/packages.ts'
import { InputError } from '../terminal/failure.ts'

export interface StuckOptions {
  admin: string
}

export interface ResetOptions extends StuckOptions {
  restate: string[]
  skip?: boolean
  kill?: boolean
  paused?: boolean
}

export async function clusterStuck({ admin }: StuckOptions): Promise<void> {
  const { failingCalls, stuckRooms } = await roomAdmin()
  const [rooms, calls] = [await stuckRooms({ admin }), await failingCalls({ admin })]
  tell([...rooms.map(roomLine), ...calls.map(callLine)])
  if (rooms.length + calls.length === 0) tell(['No room is stuck, and no call fails.'])
  else process.exitCode = 1
}

/** Exit code 1 where the room is stuck as before. */
export async function clusterReset(
  room: string | undefined,
  { admin, restate, skip = false, kill = false, paused = false }: ResetOptions,
): Promise<void> {
  const { freeRoom, resumePaused } = await roomAdmin()
  if (paused) return tell([`${count(await resumePaused({ admin }), 'call')} that had paused: tried again`])
  if (room === undefined)
    throw new InputError('name a room as `chime cluster stuck` does, or --paused for all calls that have paused')
  const freed = await freeRoom({ admin }, room, { ingress: restate, skip, kill })
  const { resumed, killed, chart, done } = freed
  if (resumed > 0) tell([`${count(resumed, 'call')} that had paused ${resumed === 1 ? 'goes' : 'go'} on`])
  if (killed > 0) tell([`${count(killed, 'call')} given up`])
  if (done.error === undefined) return tell([`${chart ?? room} goes on; what waited for it reached it: ${done.taken}`])
  tell([`${room} takes no turns still: ${done.error}; what waits for it: ${done.held}`])
  process.exitCode = 1
}

const roomLine = ({ room, error, waits }: StuckRoom): string =>
  `stuck    ${room}: ${error}; ${count(waits, 'call')} waiting; chime cluster reset "${room}"`

const callLine = ({ room, handler, isPaused, error }: FailingCall): string =>
  `${isPaused ? 'paused ' : 'failing'}  ${room}, ${handler}: ${error.split('\n')[0] ?? ''}${isPaused ? `; chime cluster reset "${room}"` : ''}`

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

function tell(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`)
}

/** The packages of a cluster are no part of a plain install. */
async function roomAdmin() {
  try {
    return await import('../host/restate/room-admin.ts')
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new InputError(`a cluster's packages are not installed: run \`${installCommand}\`, then try again`)
  }
}
