// Starts the page: the address and the feed go on from where it was left while the words are fetched.
import { start } from './start.tsx'
import { followAddress } from './address.ts'
import { App } from './app.tsx'
import { startFeed } from './feed-client.ts'
import { followActing } from './room/follow.ts'
import { handsFirst } from './store.ts'
import { startClock } from './use-now.ts'

void start(<App />)
followAddress()
startFeed()
followActing()
startClock()
handsFirst()
