import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readScenarios } from '../../../src/lab/eval/scenarios/files.ts'
import type { Summary } from '../../../src/lab/eval/scenarios/scorecard.ts'
import { momentsOf } from '../../../src/lab/eval/scenarios/script.ts'
import { chime } from '../chime.ts'

const folder = fileURLToPath(new URL('../../../scenarios/ears', import.meta.url))

describe('the scenarios of what messages carry, and of who is served (A12)', () => {
  const scenarios = readScenarios([folder])

  test('are 30 to 50, in four languages, with two to ten moments each, of which some want silence', () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(30)
    expect(scenarios.length).toBeLessThanOrEqual(50)
    expect(new Set(scenarios.flatMap(({ language }) => language))).toEqual(new Set(['en', 'zh', 'ja', 'ru']))
    expect(new Set(scenarios.map(({ title }) => title)).size).toBe(scenarios.length)
    expect(
      scenarios.filter(({ moments }) => moments.length < 2 || moments.length > 10).map(({ file }) => file),
    ).toEqual([])
    const silent = scenarios.filter(({ moments }) => moments.some(({ want }) => want === 'SILENT'))
    expect(silent.length).toBeGreaterThanOrEqual(scenarios.length * 0.8)
  })

  test('name the schema in their first line', () => {
    const lacking = readdirSync(folder).filter(
      (file) =>
        !readFileSync(join(folder, file), 'utf8').startsWith(
          '# yaml-language-server: $schema=../scenario.schema.json\n',
        ),
    )
    expect(lacking).toEqual([])
  })

  test('are played to their end by the rehearsal, and none of three simple rules gets far', async () => {
    const { code, err, out } = await chime(['eval', folder, '--json'], { cwd: folder, env: {} })
    const { unfinished, scenarios: played, baselines } = JSON.parse(out) as Summary
    expect({ code, err, unfinished }).toEqual({ code: 0, err: '', unfinished: [] })
    expect(played.map(({ file, moments }) => [file, moments.length])).toEqual(
      scenarios.map((each) => [each.file, momentsOf(each).length]),
    )
    expect(baselines.alwaysSilent.must).toMatchObject({ met: 0 })
    const shares = Object.values(baselines).map(({ asWanted }) => asWanted ?? 1)
    expect(shares.filter((share) => share > 0.85)).toEqual([])
  }, 60_000)
})
