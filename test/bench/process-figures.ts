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
export const residentMb = (pid: number): number => residentOf(pid).all

/** The same, and how much of it are pages of files: the program, libraries, what is mapped of a store. */
export function residentOf(pid: number): { all: number; files: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mbOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024
  return { all: mbOf('VmRSS'), files: mbOf('RssFile') + mbOf('RssShmem') }
}
