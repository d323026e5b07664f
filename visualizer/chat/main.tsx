import { start } from '../start.tsx'
import { startClock } from '../use-now.ts'
import { Chat } from './chat.tsx'

await start(<Chat />)
startClock()
