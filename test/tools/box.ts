// The box that commands run in, where this machine can make one; where it cannot, why its tests are left out.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { bashTool } from '../../src/tools/bash/bash.ts'
import { type NoBox, whyNoBox } from '../../src/tools/bash/find-box.ts'
import type { ToolContext } from '../../src/tools/tool.ts'
import { missingBubblewrap } from '../../tools/bubblewrap.mjs'
import { context, told } from './context.ts'

/** True: leave the tests out. Throws where bubblewrap could be had and is not there. */
export async function hasNoBox(): Promise<boolean> {
  if (process.env['CHIME_SKIP_BASH'] === '1') return true
  const none: NoBox | undefined = await whyNoBox()
  if (none?.why === 'missing') throw new Error(missingBubblewrap)
  if (none) process.stderr.write(`\nchime: THE TESTS OF THE SHELL ARE LEFT OUT: ${none.detail}\n\n`)
  return none !== undefined
}

/** A shell over a workspace of its own. */
export function shell(over: Partial<ToolContext> = {}) {
  const given = context(over)
  return {
    ...given,
    bash: (command: string, more: Record<string, unknown> = {}) => told(bashTool(), { command, ...more }, given),
  }
}

/** How many processes of this machine, in boxes or out of them, were started with this among their arguments. */
export const running = (mark: string): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => argumentsOf(pid).includes(mark)).length

function argumentsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** How long it took until so many were running, ms. */
export async function until(mark: string, count: number): Promise<number> {
  const since = performance.now()
  // oxlint-disable-next-line no-await-in-loop -- nothing tells when a process is gone that is nobody's child
  while (running(mark) !== count) await wait(10)
  return performance.now() - since
}
