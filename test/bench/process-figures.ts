// What the system says about a running process. Linux only.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** User and system time of a process so far, seconds. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name may hold spaces; it ends with the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Resident memory of a process, MB. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb) / 1_024
}
