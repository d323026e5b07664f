// What a play needs of its host: virtual time, or a host that is led as if it were.
import type { makeVirtualHost } from '../../host/virtual/virtual-host.ts'

type Led = 'now' | 'later' | 'passUntil' | 'passOut' | 'runUntil' | 'runOut' | 'nextDue'

export type PlayHost = Pick<ReturnType<typeof makeVirtualHost>, Led | 'hear' | 'tell' | 'snapshot' | 'subscribe'>
