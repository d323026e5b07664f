// chime.example.yaml tells the truth: it names every key, and its values are the defaults.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { modules } from '../../src/channels/modules/plugin.ts'
import { plugins } from '../../src/channels/plugins.ts'
import { fileSchema } from '../../src/config/schema.ts'
import { demoConfig } from './demo-config.ts'
import { loadYaml } from './load.ts'

const example = readFileSync(new URL('../../chime.example.yaml', import.meta.url), 'utf8')

test('the example file loads to the defaults', () => {
  expect(loadYaml(example)).toEqual({ ...demoConfig, file: 'chime.yaml' })
})

test('the example file names every key', () => {
  const keys = [...new Set(keysOf(fileSchema([...plugins, modules])))]
  expect(keys.length).toBeGreaterThan(60)
  expect(keys.filter((key) => !new RegExp(`(^|[ {])${key}:`, 'm').test(example))).toEqual([])
})

test('a key that is commented out in the example is one that the file may hold', () => {
  const keys = new Set(keysOf(fileSchema([...plugins, modules])))
  const commented = [...example.matchAll(/^ *# (\w+): /gm)].map((match) => match[1] ?? '')
  expect(commented.filter((key) => !keys.has(key))).toEqual([])
  expect(commented).toContain('apiKey')
})

function keysOf(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional) return keysOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return keysOf(schema.element)
  if (schema instanceof z.ZodRecord) return keysOf(schema.valueType)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([key, value]) => [key].concat(keysOf(value)))
}
