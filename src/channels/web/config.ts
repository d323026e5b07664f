// The rooms of the page, and the address that they and all else are served at.
import { isIP } from 'node:net'
import type { z } from 'zod'
import type { Findings } from '../../config/explain.ts'
import { checkBots } from '../../config/groups.ts'
import { isLoopback } from '../../config/loopback.ts'
import type { ListedGroup, Surroundings } from '../../config/section.ts'
import { botId, id, list, mapping, name, policy, text, visible, whole } from '../../config/shapes.ts'

declare module '../../config/section.ts' {
  interface ChannelSettings {
    web: WebConfig
  }
}

export interface WebConfig {
  host: string
  port: number
  token?: string
  rooms: WebRoom[]
}

export interface WebRoom {
  id: string
  title: string
  /** Ids of the bots that sit in the room. */
  bots: string[]
}

export const webSchema = mapping({
  host: text({ test: isHost }, 'an address or a host name such as 127.0.0.1').transform(withoutBrackets),
  port: whole(0, 65_535, 'a port from 0 to 65535'),
  token: visible,
  rooms: list(mapping({ title: name, bots: list(botId), policy }).extend({ id })).min(1, 'at least one room'),
})

export type FileWeb = z.infer<typeof webSchema>

const roomsOf = ({ rooms = [{ id: 'lobby', title: 'Lobby' }] }: FileWeb) => rooms

export const groupsOfWeb = (file: FileWeb = {}): ListedGroup[] =>
  roomsOf(file).map((room) => ({ group: `web:${room.id}`, bots: room.bots, policy: room.policy }))

export function resolveWeb(
  file: FileWeb = {},
  { bots, botsIn, regardless }: Surroundings,
  findings: Findings,
): WebConfig {
  const { host = '127.0.0.1', port = 7171, token } = file
  const rooms = roomsOf(file)
  for (const [i, room] of rooms.entries()) {
    const path = ['channels', 'web', 'rooms', i]
    if (rooms.findIndex((other) => other.id === room.id) < i)
      findings.problem([...path, 'id'], `there is another room "${room.id}": ids must differ`)
    checkBots(room.bots, bots, [...path, 'bots'], findings)
  }
  if (!isLoopback(host)) checkToken(token, host, regardless)
  return {
    host,
    port,
    ...(token && { token }),
    rooms: rooms.map((room) => ({ id: room.id, title: room.title ?? room.id, bots: botsIn(`web:${room.id}`) })),
  }
}

/** Whoever reaches the address may try tokens. */
const shortestToken = 16

function checkToken(token: string | undefined, host: string, findings: Findings): void {
  const path = ['channels', 'web', 'token']
  const open = `${host} is open to other machines`
  const make = `set CHIME_TOKEN to ${shortestToken} characters or more (openssl rand -hex 16 makes one)`
  if (!token) findings.problem(path, `missing: ${open}: ${make}, or bind 127.0.0.1`)
  else if (token.length < shortestToken)
    findings.problem(path, `${token.length} characters are too few, ${open}: ${make}, or bind 127.0.0.1`)
}

function isHost(value: string): boolean {
  return isIP(withoutBrackets(value)) > 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(value)
}

function withoutBrackets(value: string): string {
  return value.replace(/^\[(.*)\]$/, '$1')
}
