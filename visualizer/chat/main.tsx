import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followTheme } from '../remembered.ts'
import { Chat } from './chat.tsx'
import '../theme.css'

followTheme((theme) => {
  document.documentElement.dataset['theme'] = theme
})

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Chat />
    </StrictMode>,
  )
