import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { preferredTheme } from '../remembered.ts'
import { Chat } from './chat.tsx'
import '../theme.css'

document.documentElement.dataset['theme'] = preferredTheme()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Chat />
    </StrictMode>,
  )
