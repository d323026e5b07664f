import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadWords } from '../load-words.ts'
import { followTheme, preferredLang } from '../remembered.ts'
import { Chat } from './chat.tsx'
import '../theme.css'

followTheme((theme) => {
  document.documentElement.dataset['theme'] = theme
})

await loadWords(preferredLang())
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Chat />
    </StrictMode>,
  )
