import '../theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { chooseLook } from '../actions.ts'
import { Stately } from './stately.tsx'

chooseLook()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Stately />
    </StrictMode>,
  )
