// Writes scenarios/scenario.schema.json, which editors check scenarios by; a test fails when it is stale.
import { writeFileSync } from 'node:fs'
import { scenarioJsonSchema } from '../src/lab/eval/scenarios/schema.ts'

export const schemaPath = new URL('../scenarios/scenario.schema.json', import.meta.url)

export const schemaDocument = (): string => `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`

if (import.meta.main) writeFileSync(schemaPath, schemaDocument())
