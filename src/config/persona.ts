// A bot's persona: a text in the configuration, a text file, or a folder with up to three (P5). Read here, written nowhere.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readTextFile, TextFileError } from './text-file.ts'

export const personaNames = ['IDENTITY.md', 'SOUL.md', 'AGENTS.md']
export const longestPersona = 4_000

/** Whether what is given is the persona itself: lines, or a sentence that is the name of no file. */
export function isPersonaText(given: string, path: string): boolean {
  if (given.includes('\n')) return true
  return isSentence.test(given) && !looksLikePath.test(given) && !isThere(path)
}

const isSentence = /\S\s+\S+\s+\S|[，。！？；、：]|[.!?]$/
const looksLikePath = /^\S*[/\\]|\.(?:md|txt|markdown)$/i

// A sentence may be longer than any name of a file.
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** The files that may hold the persona at a path, in their order. */
export function personaFilesAt(path: string): string[] {
  const isFolder = isThere(path) && statSync(path).isDirectory()
  return isFolder ? personaNames.map((name) => join(path, name)) : [path]
}

/** Undefined: there is no readable file. `refused` hears why one that is there is not taken. */
export function readPersonaFile(file: string, refused: (why: string) => void = () => {}): string | undefined {
  try {
    return readTextFile(file).trim()
  } catch (error) {
    if (error instanceof TextFileError) refused(error.message)
    return undefined
  }
}

/** The texts as one, uncut; undefined when no file had one. */
export function joinPersona(texts: readonly (string | undefined)[]): string | undefined {
  const found = texts.filter((text) => text !== undefined)
  return found.length > 0 ? found.join('\n\n') : undefined
}

export const clipPersona = (text: string): string => text.slice(0, longestPersona).toWellFormed()
