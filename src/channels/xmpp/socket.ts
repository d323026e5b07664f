// What the XMPP package leaves to others: sockets that must end now, and characters that come in two pieces.
import { StringDecoder } from 'node:string_decoder'
import type { Client } from '@xmpp/client'

/** At once, whatever the other end says; TLS sockets of the package have the real one inside. */
export function cut(socket: Client['socket']): void {
  const real = socket?.destroy ? socket : socket?.socket
  real?.destroy?.()
}

/**
 * The package reads every piece of the stream by itself: characters that come in two pieces are put together here, and
 * what its parser throws at, or what comes behind the end of a stream, ends that stream alone.
 */
export function readWhole(connection: Client): void {
  // oxlint-disable-next-line no-underscore-dangle -- the package has no other way in
  const read = connection._onData.bind(connection)
  let decoder = new StringDecoder('utf8')
  connection.on('connect', () => (decoder = new StringDecoder('utf8')))
  // oxlint-disable-next-line no-underscore-dangle -- as above
  connection._onData = (data) => {
    if (!connection.parser) return
    try {
      read(decoder.write(data))
    } catch {
      cut(connection.socket)
    }
  }
}
