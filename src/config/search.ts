// The service at which bots search the web, by its address.
import type { Findings } from './explain.ts'
import type { FileSearch } from './schema.ts'

export interface SearchConfig {
  /** `{query}` is where the query goes. */
  url: string
  /** Where the list stands in its answer. */
  results: string
  /** Of every request: the key, where there is one. */
  headers: Record<string, string>
}

/** Undefined: nothing is searched. */
export function resolveSearch(file: FileSearch | undefined, findings: Findings): SearchConfig | undefined {
  if (!file) return undefined
  const { url = '', results = 'results', header, apiKey } = file
  if (!url) findings.problem(['search', 'url'], 'missing: name the address of a search that answers in JSON')
  if (header !== undefined && apiKey === undefined)
    findings.problem(['search', 'apiKey'], 'missing: set it in .env as CHIME_SEARCH_API_KEY')
  const bearer = header === undefined ? { authorization: `Bearer ${apiKey}` } : { [header]: apiKey ?? '' }
  return { url, results, headers: apiKey === undefined ? {} : bearer }
}
