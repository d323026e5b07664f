// A line to the real server that can be cut, fall silent, or bring everything in the smallest pieces.
import { connect, createServer, type Socket } from 'node:net'
import { listening } from '../../world/loopback.ts'

/** `pieces`: bytes that the server says at once. */
export async function startRelay(service: string, { pieces }: { pieces?: number } = {}) {
  const target = Number(URL.parse(service.replace(/^xmpp:/, 'http:'))?.port)
  const lines = new Set<{ client: Socket; server: Socket; isSilent: boolean }>()
  let armed = false
  let refusing = false
  let made = 0

  const relay = createServer((client) => {
    made += 1
    if (refusing) {
      client.destroy()
      return
    }
    const server = connect(target, '127.0.0.1')
    const line = { client, server, isSilent: false }
    /** The post whose answer gets lost. */
    let post: string | undefined
    lines.add(line)
    const end = () => {
      client.destroy()
      server.destroy()
      lines.delete(line)
    }
    client.on('data', (data) => {
      if (line.isSilent) return
      const id = armed ? /<message [^>]*\bid="([^"]+)"[^>]*>.*<body>/s.exec(data.toString())?.[1] : undefined
      if (id !== undefined) {
        armed = false
        post = id
      }
      server.write(data)
    })
    server.on('data', (data: Buffer) => {
      if (line.isSilent) return
      if (post !== undefined) {
        // The server has made it: that is all that anybody learns.
        if (data.includes(post)) end()
        return
      }
      if (pieces === undefined) {
        client.write(data)
        return
      }
      client.setNoDelay(true)
      for (let at = 0; at < data.length; at += pieces) later(client, data.subarray(at, at + pieces))
    })
    for (const socket of [client, server]) {
      socket.on('error', end)
      socket.on('close', () => {
        // One that is silent does not say either that it is gone.
        if (!line.isSilent || socket === client) end()
      })
    }
  })
  /** One write a turn of the loop, so that each comes alone. */
  let writing = Promise.resolve()
  const later = (client: Socket, piece: Buffer) => {
    writing = writing.then(
      () =>
        new Promise((resolve) =>
          setImmediate(() => {
            if (!client.destroyed) client.write(piece)
            resolve()
          }),
        ),
    )
  }
  const cut = () => {
    for (const { client, server } of lines) for (const socket of [client, server]) socket.destroy()
  }
  const { port, stop } = await listening(relay)

  return {
    service: `xmpp://127.0.0.1:${port}`,
    /** Connections that stand. */
    open: (): number => lines.size,
    /** Connections that were made, ever. */
    made: (): number => made,
    /** The next text reaches the server, and the line breaks before its echo. */
    loseNextEcho(): void {
      armed = true
    },
    /** What stands now swallows everything from now on, and does not end. */
    silence(): void {
      for (const line of lines) line.isSilent = true
    },
    cut,
    /** Every new connection falls at once. */
    refuse(is: boolean): void {
      refusing = is
    },
    async stop(): Promise<void> {
      cut()
      await stop()
    },
  }
}
