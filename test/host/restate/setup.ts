// One Restate server for all tests of this project.
import type { TestProject } from 'vitest/node'
import { startRestate } from './start-restate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    restate: { ingress: string; admin: string }
  }
}

export default async function setup({ provide }: TestProject) {
  const { ingress, admin, stop } = await startRestate()
  provide('restate', { ingress, admin })
  return stop
}
