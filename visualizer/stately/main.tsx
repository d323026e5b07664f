import { start } from '../start.tsx'
import { Stately } from './stately.tsx'

await start(<Stately />)
