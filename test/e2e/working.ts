// A service with a bot that has tools, and a model on loopback that calls them.
import { onTestFinished } from 'vitest'
import { inSteps, type Said } from '../fakes/scripted-tools.ts'
import { configured } from '../world/service-world.ts'
import { iris, rooms, running } from './running.ts'

/** In `home`; `agent`: over what its bot may work with. */
export async function working(home: string, steps: (Said | string)[], agent: object = {}) {
  const bot = {
    ...iris,
    operators: ['person:olga'],
    agent: { allow: [{ tools: ['fs.*', 'fact.remember'], groups: ['web:lobby'], by: 'members' }], ...agent },
  }
  const { chat, file } = await configured({ home, bots: [bot], rest: { channels: rooms('lobby') } })
  chat.behave({ compose: inSteps(...steps) })
  const service = await running(home, file)
  onTestFinished(service.stop)
  return { home, chat, service }
}
