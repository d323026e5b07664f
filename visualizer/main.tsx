// Starts the page: what was chosen before, the address, the feed, then the frame.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { chooseLang, chooseTheme } from './actions.ts'
import { followAddress } from './address.ts'
import { App } from './app.tsx'
import { startFeed } from './feed-client.ts'
import { recall } from './remembered.ts'
import { followActing } from './room/follow.ts'
import './theme.css'

const lang = recall('lang') || navigator.language
chooseLang(lang.startsWith('zh') ? 'zh' : 'en')
const dark = matchMedia('(prefers-color-scheme: dark)').matches
chooseTheme((recall('theme') || (dark ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light')
followAddress()
startFeed()
followActing()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
