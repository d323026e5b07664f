// Which addresses mean this machine alone.
import { isIPv4 } from 'node:net'

/** Of a name or an address, in brackets or not: `localhost`, `127.0.0.0/8`, `::1`. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))
}

/** Of `scheme://host:port`. */
export const leadsToLoopback = (url: string): boolean =>
  isLoopback(URL.parse(url.replace(/^[a-z]+:/i, 'http:'))?.hostname ?? '')
