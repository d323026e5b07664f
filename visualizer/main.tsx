// Starts the page: what was chosen before, the address, the feed, then the frame.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followAddress } from './address.ts'
import { App } from './app.tsx'
import { startFeed } from './feed-client.ts'
import { loadWords } from './load-words.ts'
import { chooseLook } from './look.ts'
import { preferredLang } from './remembered.ts'
import { followActing } from './room/follow.ts'
import './theme.css'

chooseLook()
const words = loadWords(preferredLang())
followAddress()
startFeed()
followActing()
await words

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
