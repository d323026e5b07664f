import '../theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { chooseLook } from '../look.ts'
import { loadWords } from '../load-words.ts'
import { preferredLang } from '../remembered.ts'
import { Stately } from './stately.tsx'

chooseLook()
await loadWords(preferredLang())
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Stately />
    </StrictMode>,
  )
