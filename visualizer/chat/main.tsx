import { start } from '../start.tsx'
import { Chat } from './chat.tsx'

await start(<Chat />)
