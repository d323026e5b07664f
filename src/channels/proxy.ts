// Finds the way out by the environment: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and never a proxy for this machine.
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { leadsToLoopback } from '../config/loopback.ts'

type Environment = Record<string, string | undefined>

/** For a long connection to a service at this address; undefined goes straight there. */
export function proxyAgent(address: string, environment: Environment): HttpAgent | undefined {
  if (leadsToLoopback(address) || !hasProxy(environment)) return undefined
  const options = { proxyEnv: environment }
  return new URL(address).protocol === 'http:' ? new HttpAgent(options) : new HttpsAgent(options)
}

/** For calls: the client itself heeds the environment elsewhere. */
export const straightTo = (address: string): { proxy?: false } => (leadsToLoopback(address) ? { proxy: false } : {})

export const hasProxy = (environment: Environment): boolean =>
  ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => Boolean(environment[name]))
