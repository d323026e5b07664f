// Finds and reads the configuration file: plain data, or an error that names the line.
import { dirname, resolve } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { ConfigError } from './explain.ts'
import { readTextFile, TextFileError } from './text-file.ts'

export type ConfigFile = ReturnType<typeof readConfigFile>

/**
 * Without `asked`, a missing chime.yaml is no error: everything has a default. `name`: as the user wrote it; relative
 * paths in the file start at `folder`.
 */
export function readConfigFile(asked: string | undefined, cwd: string) {
  const name = asked ?? 'chime.yaml'
  if (name.trim() === '') throw new ConfigError(['--config is empty: give it the path of a file, or leave it out'])
  const path = resolve(cwd, name)
  const text = read(path, name, asked === undefined)
  return { name, folder: dirname(path), found: text !== undefined, data: text === undefined ? {} : parse(text, name) }
}

function read(path: string, name: string, optional: boolean): string | undefined {
  try {
    return readTextFile(path, { pipe: true })
  } catch (error) {
    if (error instanceof TextFileError) throw new ConfigError([`${name}: ${error.message} (${path})`])
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && optional) return undefined
    const whys: Record<string, string> = { ENOENT: 'no such file', EISDIR: 'is a folder, not a file' }
    const why = whys[code ?? ''] ?? `cannot be read (${code})`
    throw new ConfigError([`${name}: ${why}: check --config or CHIME_CONFIG (looked for ${path})`])
  }
}

function parse(text: string, name: string): unknown {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, stringKeys: true })
  // One for every level, and the parser's own.
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION'))
    throw new ConfigError([`${name}: lists or keys are nested too deeply: a configuration has a few levels`])
  const problems = [...document.errors, ...document.warnings].map((error) => {
    const { line, col } = lineCounter.linePos(error.pos[0])
    return `${name}: line ${line}, column ${col}: ${syntaxWords[error.code] ?? 'not valid YAML'}: correct it and start again`
  })
  if (problems.length > 0) throw new ConfigError([...new Set(problems)])
  let data: unknown
  try {
    data = document.toJS()
  } catch {
    // Its message quotes the word after the asterisk.
    throw new ConfigError([
      `${name}: an alias (*name) has no anchor (&name), or too many: quote a value that begins with *`,
    ])
  }
  // Whoever wants the demo needs no file: this one was cut short, or is not the one that was meant.
  if (data === null || data === undefined) {
    const next = 'write at least bots into it (chime.example.yaml shows how), or remove it for the built-in demo'
    throw new ConfigError([`${name}: the file says nothing: ${next}`])
  }
  return data
}

// In our own words: the parser's messages quote the lines around an error, and with them a secret.
const syntaxWords: Record<string, string> = {
  BAD_DQ_ESCAPE: 'a backslash in a "…" text starts no known escape (use \'…\')',
  BAD_INDENT: 'the indentation does not fit, or a bracket is not closed',
  BAD_SCALAR_START: 'a value begins with @ or ` (put it in quotes)',
  BLOCK_AS_IMPLICIT_KEY: 'a second ": " on one line (put the value in quotes)',
  DUPLICATE_KEY: 'this key is given twice',
  MISSING_CHAR: 'a quote, bracket, comma or colon is missing',
  MULTIPLE_DOCS: 'a second document begins (one is enough)',
  NON_STRING_KEY: 'a key must be a text (put it in quotes)',
  TAG_RESOLVE_FAILED: 'a tag (!name) means nothing here (put a value that begins with ! in quotes)',
  TAB_AS_INDENT: 'a tab indents the line (use spaces)',
}
