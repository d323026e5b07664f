// Where the people of the bot's own server put their files (XEP-0363): asked of the server, once a stream.
import { xml } from '@xmpp/client'
import { featuresOf } from './catching-up.ts'
import { ns } from './names.ts'
import type { Session } from './session.ts'

export interface Uploads {
  /** Of a bot's own server. */
  uploadHosts(bot: string): Promise<ReadonlySet<string>>
}

const nowhere: ReadonlySet<string> = new Set()

/** Resolves with exact hosts, with their ports where these are unusual; never rejects. */
export function makeUploadHosts(domain: string, current: () => Session | undefined) {
  const known = new WeakMap<Session, Promise<ReadonlySet<string>>>()
  return (): Promise<ReadonlySet<string>> => {
    const session = current()
    if (!session) return Promise.resolve(nowhere)
    const hosts =
      known.get(session) ??
      ask(session, domain).catch(() => {
        // It may know at the next file.
        known.delete(session)
        return nowhere
      })
    known.set(session, hosts)
    return hosts
  }
}

async function ask(session: Session, domain: string): Promise<ReadonlySet<string>> {
  const query = xml('iq', { type: 'get', to: domain }, xml('query', { xmlns: ns.discoItems }))
  const items = (await session.ask(query)).getChild('query', ns.discoItems)?.getChildren('item') ?? []
  const services = new Set([domain, ...items.flatMap(({ attrs }) => attrs['jid'] ?? []).slice(0, mostServices)])
  const hosts = await Promise.all(Array.from(services, (service) => hostOf(session, service)))
  return new Set(hosts.flat())
}

/** The host that the service's files are read from, else the service itself; nothing of one that takes no files. */
async function hostOf(session: Session, service: string): Promise<string[]> {
  const features = await featuresOf(session, service).catch(() => nowhere)
  if (!features.has(ns.upload)) return []
  // No file is put there: the slot passes.
  const request = xml('request', { xmlns: ns.upload, filename: 'chime.txt', size: 1, 'content-type': 'text/plain' })
  const answer = await session.ask(xml('iq', { type: 'get', to: service }, request)).catch(() => undefined)
  const url = URL.parse(answer?.getChild('slot', ns.upload)?.getChild('get')?.attrs['url'] ?? '')
  return [url?.host || service.toLowerCase()]
}

const mostServices = 20
