// What a process serves to whoever opens its page: the chat, the board and what may be asked and changed there.
import { Hono } from 'hono'
import type { openChannels } from '../channels/open-channels.ts'
import type { Config } from '../config/config.ts'
import type { watchedPersonas } from '../config/watched-personas.ts'
import { profileOf } from '../feed/bot-profiles.ts'
import type { VisualizerSource } from '../feed/source.ts'
import { makeControls } from '../host/controls.ts'
import type { Host } from '../host/host.ts'
import { makeControlRoutes } from '../http/control-routes.ts'
import { makeFigureRoutes } from '../http/figure-routes.ts'
import { makeMemoryRoutes } from '../http/memory-routes.ts'
import { makePictureRoutes } from '../http/picture-routes.ts'
import { makeServedRoutes } from '../http/served-routes.ts'
import { makeVisualizerRoutes } from '../http/visualizer-routes.ts'
import type { openGroupMemory } from '../memory/group-memory.ts'
import type { openPausedBots } from '../store/paused-bots.ts'
import type { openAdmission } from './admission.ts'
import type { openCeilings } from './ceilings.ts'
import { openShownPictures, type Shown } from './media.ts'
import type { makeSharedPauses } from './shared-pauses.ts'

interface Options extends Shown {
  config: Config
  channels: Pick<Awaited<ReturnType<typeof openChannels>>, 'routes' | 'connections'>
  source: VisualizerSource
  profile: ReturnType<typeof watchedPersonas>
  ceilings: Pick<ReturnType<typeof openCeilings>, 'figures'>
  memory: Pick<ReturnType<typeof openGroupMemory>, 'ordersOf'>
  served: ReturnType<typeof openAdmission>['served']
  host: Host
  pausedBots: ReturnType<typeof openPausedBots>
  pauses: Pick<ReturnType<typeof makeSharedPauses>, 'order'>
  /** That of `--stately`. */
  stately: { routes: Hono } | undefined
  now: () => number
}

export function pageRoutes({
  config,
  channels,
  source,
  profile,
  ceilings,
  memory,
  served,
  host,
  pausedBots,
  pauses,
  stately,
  now,
  ...shown
}: Options): Hono {
  const { knows } = source
  const { rows, retry } = channels.connections
  const { apply, askOf } = makeControls({ host, config, pausedBots, share: pauses.order, now })
  const bots = new Set(config.bots.map(({ id }) => id))
  return [
    channels.routes,
    makeVisualizerRoutes(source),
    makeFigureRoutes({
      bots: () => config.bots.map((bot) => profileOf(profile(bot))),
      connections: rows,
      ceilings: ceilings.figures,
    }),
    makePictureRoutes({ knows, pictureOf: openShownPictures(shown) }),
    makeMemoryRoutes({ knows, ...memory.ordersOf(host.order) }),
    makeServedRoutes({ knows, ...served }),
    makeControlRoutes({ knows, bots, apply, askOf, retry }),
    stately?.routes,
  ].reduce((app: Hono, each) => (each ? app.route('/', each) : app), new Hono())
}
