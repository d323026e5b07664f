// Whether bots that may use a shell have one on this machine.
import type { Config } from '../../config/config.ts'
import { noBashWords, whyNoBox } from '../../tools/bash/find-box.ts'
import { shellName } from '../../tools/rights.ts'
import { type Finding, ok, warn } from './finding.ts'

/** Nothing, where no bot may. */
export async function checkTools({ bots }: Config): Promise<Finding[]> {
  const named = bots.filter(({ agent }) => agent?.allow.some(({ tools }) => tools.includes(shellName)))
  if (named.length === 0) return []
  const none = await whyNoBox()
  if (!none) return [ok('tools', `bash for ${named.map(({ name }) => name).join(', ')}: bubblewrap makes its box`)]
  const { found, next } = noBashWords.en(none)
  return [warn('tools', found, next)]
}
