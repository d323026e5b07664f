// The flags of V8 that the service is started with.
import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string }
}

/** As `npm start` has them: without them V8 takes 128 MB for what is young. */
export const heapFlags: readonly string[] = scripts.start.match(/--[\w-]+(?:=\d+)?/g) ?? []
