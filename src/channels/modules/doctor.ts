// Loads a module as the service would, and asks it for a check of its own where it has one.
import { z } from 'zod'
import type { DoctorContext, Finding } from '../plugin.ts'
import { cleanName } from '../clean.ts'
import type { ModuleConfig } from './config.ts'
import { containForeignCode } from '../contained.ts'
import { textOf } from './guarded-channel.ts'
import { loadModule } from './load-channel.ts'

export async function checkModule(module: ModuleConfig, { bots, now, isServed }: DoctorContext): Promise<Finding[]> {
  const { name, path } = module
  const bad = (error: unknown): Finding => ({ sign: 'bad', what: name, found: textOf(error) })
  const strays: Finding[] = []
  const release = containForeignCode()
  try {
    const { plugin, options, bounded } = await loadModule(module, { failed: (error) => strays.push(bad(error)) })
    const context: DoctorContext = { name, bots: [...bots], now, isServed, log: () => {} }
    const told: unknown = await bounded('its check', 'its check failed', () => plugin.doctor?.(options, context))
    const found = findings.parse(told ?? []).map((finding): Finding => ({ what: name, ...finding }))
    return [{ sign: 'ok', what: name, found: `is loaded from ${path}` }, ...found, ...strays]
  } catch (error) {
    return [bad(error), ...strays]
  } finally {
    release()
  }
}

const line = z.string().transform((given) => cleanName(given.slice(0, 2_000)))
const finding = z
  .object({ sign: z.enum(['ok', 'warn', 'bad']), found: line, next: line.optional() })
  .transform(({ next, ...rest }) => ({ ...rest, ...(next !== undefined && { next }) }))
const findings = z.array(finding).max(100)
