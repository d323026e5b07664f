// The languages that the platform's code blocks know, by what people write behind a fence.

const known: ReadonlySet<string> = new Set(
  'PYTHON C CPP GO JAVA KOTLIN SWIFT PHP RUBY RUST JAVASCRIPT TYPESCRIPT BASH SHELL SQL JSON XML YAML HTML THRIFT'.split(
    ' ',
  ),
)

const others: ReadonlyMap<string, string> = new Map([
  ['py', 'PYTHON'],
  ['python3', 'PYTHON'],
  ['h', 'C'],
  ['c++', 'CPP'],
  ['cc', 'CPP'],
  ['hpp', 'CPP'],
  ['golang', 'GO'],
  ['kt', 'KOTLIN'],
  ['rb', 'RUBY'],
  ['rs', 'RUST'],
  ['js', 'JAVASCRIPT'],
  ['jsx', 'JAVASCRIPT'],
  ['mjs', 'JAVASCRIPT'],
  ['node', 'JAVASCRIPT'],
  ['ts', 'TYPESCRIPT'],
  ['tsx', 'TYPESCRIPT'],
  ['sh', 'SHELL'],
  ['zsh', 'SHELL'],
  ['console', 'SHELL'],
  ['jsonc', 'JSON'],
  ['svg', 'XML'],
  ['yml', 'YAML'],
  ['htm', 'HTML'],
])

/** undefined: shown as plain text. */
export function languageOf(fence: string | null | undefined): string | undefined {
  const name = (fence ?? '').toLowerCase()
  const upper = name.toUpperCase()
  return known.has(upper) ? upper : others.get(name)
}
