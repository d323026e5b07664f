// A small wrong change of the code that some test must notice.

export interface Mutant {
  /** What it breaks, in words; unique. */
  name: string
  file: string
  /** Stands once in the file. */
  text: string
  replacement: string
}

/** Mutants of one part of the code, and the tests likeliest to catch them, the fast ones first. */
export interface MutantArea {
  tests: readonly string[]
  mutants: readonly Mutant[]
}

/** Mutants of the files of a folder: `machines/rules/`. */
export const mutantsIn =
  (folder: string) =>
  (file: string) =>
  (name: string, text: string, replacement: string): Mutant => ({
    name,
    file: `${folder}${file}.ts`,
    text,
    replacement,
  })
