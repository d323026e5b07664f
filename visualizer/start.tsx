// Starts a page of the build: look and words as they were chosen before, then what it shows. Imported first, for its style is the base.
import './theme.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadWords } from './load-words.ts'
import { chooseLook } from './look.ts'
import { preferredLang } from './remembered.ts'

export async function start(page: ReactNode): Promise<void> {
  chooseLook()
  await loadWords(preferredLang())
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<StrictMode>{page}</StrictMode>)
}
