// What the system says about a running process. Linux only.
import { readFileSync } from 'node:fs'

const ticksPerSecond = 100

/** User and system time of a process so far, seconds. */
export const cpuSeconds = (pid: number): number => ticksOf(pid, 11) / ticksPerSecond

/** The same of its children that have ended. */
export const cpuSecondsOfEnded = (pid: number): number => ticksOf(pid, 13) / ticksPerSecond

/** The sum of a field of `stat`, by its place behind the program's name, and the next one. */
function ticksOf(pid: number, field: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name may hold spaces; it ends with the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[field]) + Number(fields[field + 1])
}

/** What all CPUs of the machine were busy with since its start, and what they had, seconds. */
export function machineSeconds(): { busy: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  // user nice system idle iowait irq softirq steal; guests are in user already.
  const ticks = line.split(/\s+/).slice(1, 9).map(Number)
  const all = ticks.reduce((sum, n) => sum + n, 0)
  return { busy: (all - (ticks[3] ?? 0) - (ticks[4] ?? 0)) / ticksPerSecond, all: all / ticksPerSecond }
}

/** Resident memory of a process, MB. */
export const residentMb = (pid: number): number => residentOf(pid).all

/** The same, and how much of it are pages of files: the program, libraries, what is mapped of a store. */
export function residentOf(pid: number): { all: number; files: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mbOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024
  return { all: mbOf('VmRSS'), files: mbOf('RssFile') + mbOf('RssShmem') }
}
