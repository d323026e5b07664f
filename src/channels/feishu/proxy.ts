// Finds the way out by the environment: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and never a proxy for this machine.
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'

type Environment = Record<string, string | undefined>

/** For the long connection to a service at this address; undefined goes straight there. */
export function proxyAgent(address: string, environment: Environment): HttpAgent | undefined {
  if (isLoopback(address) || !hasProxy(environment)) return undefined
  const options = { proxyEnv: environment }
  return new URL(address).protocol === 'http:' ? new HttpAgent(options) : new HttpsAgent(options)
}

export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

const hasProxy = (environment: Environment): boolean =>
  ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => Boolean(environment[name]))
