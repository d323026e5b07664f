// Starts the page: the address and the feed go on from where it was left while the words are fetched.
import { followAddress } from './address.ts'
import { App } from './app.tsx'
import { startFeed } from './feed-client.ts'
import { followActing } from './room/follow.ts'
import { start } from './start.tsx'

void start(<App />)
followAddress()
startFeed()
followActing()
