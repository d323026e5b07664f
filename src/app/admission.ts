// Who is served: what the configuration says, with what an operator adds by the page laid over it.
import type { DatabaseSync } from 'node:sqlite'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { makeServed } from '../feed/served.ts'
import type { Host } from '../host/host.ts'
import { makeAdmission } from '../room/admission.ts'
import type { MemberIn } from '../room/members.ts'
import { openServed } from '../store/served.ts'
import type { TalkStore } from '../store/talk.ts'
import type { openCeilings } from './ceilings.ts'
import { makeSharedServed } from './shared-served.ts'
import type { SharedTableOptions } from './shared-table.ts'

interface Options {
  db: DatabaseSync
  config: Config
  memberIn: MemberIn
  ceilings: Pick<ReturnType<typeof openCeilings>, 'refusalOf'>
  order: Host['order']
  /** Of a cluster, once the host is open. */
  rows: SharedTableOptions['rows']
  talk: TalkStore
  now: () => number
  log: Log
}

export function openAdmission({ db, config, memberIn, ceilings, rows, ...shared }: Options) {
  const store = openServed(db)
  const isOwn = (group: string, id: string): boolean => config.bots.some((bot) => memberIn(group, bot.id)?.ownId === id)
  const admission = makeAdmission({ config, limitOf: ceilings.refusalOf, isOwn, added: store.added })
  const others = makeSharedServed({ db, store, rows, log: shared.log })
  const served = makeServed({ ...shared, config, store, admission, isOwn, share: others.order })
  return { admission, served, sharedServed: others }
}
