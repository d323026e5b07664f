// Loads a configuration from files of a fresh folder, which appears as /here in what comes back.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../src/channels/plugins.ts'
import type { Config } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/explain.ts'
import { writeIn } from '../world/folders.ts'

export interface Given {
  /** Path to text; a path that ends in `/` is an empty folder. */
  files?: Record<string, string | Uint8Array>
  env?: NodeJS.ProcessEnv
  file?: string
}

export function load({ files = {}, env = {}, file }: Given): Config {
  const cwd = mkdtempSync(join(tmpdir(), 'chime-config-'))
  try {
    for (const [path, text] of Object.entries(files)) writeIn(cwd, path, text)
    const config = loadConfig({ ...(file !== undefined && { file }), env, cwd })
    return JSON.parse(here(JSON.stringify(config), cwd)) as Config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(error.problems.map((problem) => here(problem, cwd)))
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

export function loadYaml(yaml: string, env: NodeJS.ProcessEnv = {}): Config {
  return load({ files: { 'chime.yaml': yaml }, env })
}

/** Every problem of a configuration that must not load. */
export function problemsOf(given: Given | string, env: NodeJS.ProcessEnv = {}): readonly string[] {
  try {
    load(typeof given === 'string' ? { files: { 'chime.yaml': given }, env } : given)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const here = (text: string, cwd: string) => text.replaceAll(cwd, '/here')
