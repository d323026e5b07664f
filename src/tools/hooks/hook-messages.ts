// What the service and the thread of a module of hooks tell each other.
import type { HookName } from './contract.ts'

export type Loaded = { hooks: HookName[] } | { problem: string }

export interface Asked {
  id: number
  hook: HookName
  given: object
}

export type Answered = { id: number; said: unknown } | { id: number; failed: string }
