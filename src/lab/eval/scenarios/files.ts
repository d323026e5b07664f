// Finds and reads scenario files: named ones, and those of a folder.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile, TextFileError } from '../../../config/text-file.ts'
import { InputError } from '../../../terminal/failure.ts'
import { parseScenario, type Scenario } from './parse.ts'

const isYaml = (file: string): boolean => /\.ya?ml$/.test(file)

/** Whether `chime eval` plays it as scenarios: YAML, or a folder. */
export const isScenarioPath = (path: string): boolean =>
  isYaml(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Those whose file name or title has `only` in it, in the order of the arguments. Throws InputError with every problem. */
export function readScenarios(paths: readonly string[], only?: string): Scenario[] {
  const other = paths.find((path) => !isScenarioPath(path))
  if (other !== undefined) {
    throw new InputError(`${other} is no scenario: play .yaml files and folders in one call, labelled talk in another`)
  }
  const problems: string[] = []
  const scenarios = paths.flatMap(filesIn).flatMap((file): Scenario[] => {
    try {
      return [parseScenario(readTextFile(file), file)]
    } catch (error) {
      if (!(error instanceof InputError || error instanceof TextFileError)) throw error
      problems.push(error instanceof TextFileError ? `${file}: ${error.message}` : error.message)
      return []
    }
  })
  if (problems.length > 0) throw new InputError(problems.join('\n'))
  const wanted = (only ?? '').toLowerCase()
  const chosen = scenarios.filter(({ file, title }) => `${file} ${title}`.toLowerCase().includes(wanted))
  if (chosen.length === 0) {
    throw new InputError(
      scenarios.length === 0 ? `no .yaml file in ${paths.join(', ')}` : `--only ${only}: none of them`,
    )
  }
  return chosen
}

function filesIn(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path]
    return readdirSync(path)
      .filter(isYaml)
      .toSorted()
      .map((file) => join(path, file))
  } catch {
    throw new InputError(`${path}: no such file: give scenario files or a folder of them`)
  }
}
