// The list of mutants as a whole: which ones are asked for, and what is wrong with it.
import type { Mutant, MutantArea } from './mutant.ts'

export interface Listed {
  area: string
  tests: readonly string[]
  mutant: Mutant
}

export function selected(
  areas: Record<string, MutantArea>,
  { only = '', area }: { only?: string | undefined; area?: string | undefined },
): Listed[] {
  const all = Object.entries(areas).flatMap(([name, { tests, mutants }]) =>
    mutants.map((mutant): Listed => ({ area: name, tests, mutant })),
  )
  return all.filter((each) => each.mutant.name.includes(only) && (area === undefined || each.area === area))
}

/** In words: names that come twice, texts that a change of the code took away, replacements that change nothing. */
export function problemsOf(areas: Record<string, MutantArea>, read: (file: string) => string): string[] {
  const names = new Set<string>()
  return selected(areas, {}).flatMap(({ mutant: { name, file, text, replacement } }) => {
    const found = textOf(file, read)?.split(text).length ?? 0
    const problems = [
      names.has(name) && 'another mutant has the same name',
      found === 0 && `${file} cannot be read`,
      found === 1 && `its text no longer stands in ${file}: change the mutant with the code`,
      found > 2 && `its text stands ${found - 1} times in ${file}: once is wanted`,
      text === replacement && 'it changes nothing',
    ]
    names.add(name)
    return problems.flatMap((problem) => (problem === false ? [] : [`"${name}": ${problem}`]))
  })
}

function textOf(file: string, read: (file: string) => string): string | undefined {
  try {
    return read(file)
  } catch {
    return undefined
  }
}
