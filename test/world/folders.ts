// Folders that go with a test, or with its file.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

type Files = Record<string, string | Uint8Array>

/** A folder with these files, gone after the test. */
export const folder = (files: Files = {}): string => made(onTestFinished, files)

/** Call at the top of a test file: gone after it. */
export const folderOfFile = (files: Files = {}): string => made(afterAll, files)

function made(atTheEnd: (remove: () => void) => unknown, files: Files): string {
  const path = mkdtempSync(join(tmpdir(), 'chime-test-'))
  atTheEnd(() => rmSync(path, { recursive: true, force: true }))
  for (const [name, body] of Object.entries(files)) writeIn(path, name, body)
  return path
}

/** A name that ends in `/` is an empty folder. */
export function writeIn(path: string, name: string, body: string | Uint8Array): void {
  mkdirSync(join(path, name.endsWith('/') ? name : dirname(name)), { recursive: true })
  if (!name.endsWith('/')) writeFileSync(join(path, name), body)
}
