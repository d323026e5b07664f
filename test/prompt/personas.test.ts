// Persona files that change while the service runs (P5).
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BotConfig } from '../../src/config/bots.ts'
import { loadConfig } from '../../src/channels/plugins.ts'
import { watchedPersonas } from '../../src/config/watched-personas.ts'

let folder = ''
let seconds = 0
let problems: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'persona-'))
  seconds = 0
  problems = []
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (file: string) => join(folder, file)
let writes = 0

function write(file: string, text: string): void {
  writeFileSync(at(file), text)
  // Two writes within one tick of a coarse file system clock differ all the same.
  utimesSync(at(file), 1_700_000_000, 1_700_000_000 + (writes += 1))
}

/** The bot of a configuration in the folder, and its persona as it is after so many seconds. */
function watch(persona: string) {
  writeFileSync(at('chime.yaml'), `bots: [{ name: Ada, persona: ${persona} }]`)
  const bot = loadConfig({ env: {}, cwd: folder }).bots[0] as BotConfig
  const profile = watchedPersonas(
    (problem) => problems.push(problem),
    () => seconds * 1_000,
  )
  return (after = 2): BotConfig => {
    seconds += after
    return profile(bot)
  }
}

test('a changed file is read again, at most every two seconds', () => {
  write('ada.md', 'dry wit')
  const persona = watch('ada.md')
  const seen = [persona().persona]
  write('ada.md', 'warm heart')
  seen.push(persona(1.9).persona, persona(0.1).persona)
  expect({ seen, problems }).toEqual({ seen: ['dry wit', 'dry wit', 'warm heart'], problems: [] })
})

test('as long as nothing changes it is the same object', () => {
  write('ada.md', 'dry wit')
  const persona = watch('ada.md')
  const first = persona()
  expect(persona()).toBe(first)
  write('ada.md', 'dry wit')
  expect(persona()).toBe(first)
})

test('a file that vanished keeps its last text and is reported once, until it is back', () => {
  write('ada.md', 'dry wit')
  const persona = watch('ada.md')
  persona()
  rmSync(at('ada.md'))
  const seen = [persona().persona, persona().persona]
  write('ada.md', 'warm heart')
  seen.push(persona().persona)
  rmSync(at('ada.md'))
  seen.push(persona().persona)
  const gone = `${at('ada.md')} is gone: its last text stays in use until it is back`
  expect({ seen, problems }).toEqual({
    seen: ['dry wit', 'dry wit', 'warm heart', 'warm heart'],
    problems: [gone, gone],
  })
})

test('a file that is gone before the first look keeps the text of the start', () => {
  write('ada.md', 'dry wit')
  const persona = watch('ada.md')
  rmSync(at('ada.md'))
  expect([persona().persona, problems]).toEqual(['dry wit', []])
})

test('in a folder each file is looked at, a new one too', () => {
  mkdirSync(at('ada'))
  write('ada/AGENTS.md', 'Be exact.')
  const persona = watch('ada')
  const seen = [persona().persona]
  write('ada/IDENTITY.md', 'I am Ada.')
  seen.push(persona().persona)
  rmSync(at('ada/AGENTS.md'))
  seen.push(persona().persona)
  expect(seen).toEqual(['Be exact.', 'I am Ada.\n\nBe exact.', 'I am Ada.\n\nBe exact.'])
  expect(problems).toEqual([`${at('ada/AGENTS.md')} is gone: its last text stays in use until it is back`])
})

test('a long text is clipped as at the start, and nothing is ever written', () => {
  write('ada.md', 'x')
  const persona = watch('ada.md')
  write('ada.md', '人'.repeat(9_000))
  expect(persona().persona).toBe('人'.repeat(4_000))
  expect([readdirSync(folder).toSorted(), existsSync(at('ada.md'))]).toEqual([['ada.md', 'chime.yaml'], true])
})

test('a bot without a persona file is left as it is', () => {
  write('ada.md', 'x')
  const bot: BotConfig = { ...watch('ada.md')(), personaFiles: [] }
  expect(watchedPersonas(() => {})(bot)).toBe(bot)
})
