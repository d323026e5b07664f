// The room API of the web channel, and its page.
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { atMost, checked as readBy, jsonBody } from '../../http/requests.ts'
import { makeReadsLike } from '../../language/name-look.ts'
import { ChannelError } from '../channel.ts'
import { cleanName, cleanText, foldName } from '../clean.ts'
import { type BotVerdict, type SubscribeVerdicts, tellRoom } from './event-stream.ts'
import type { ShownRoom } from './contract.ts'
import { makeFileRoutes } from './file-routes.ts'
import { IdTaken, NotCarried, NotTaken } from './not-posted.ts'
import type { RoomMessage } from './rooms.ts'
import { fileLimits } from './uploads.ts'
import type { WebBot, RoomView, WebChannel } from './web-channel.ts'

const messageId = z.string().regex(/^[\w.:-]{1,64}$/, 'is made of 1 to 64 letters, digits, and . _ : -')

const words = (most: number) =>
  z
    .string()
    .transform(cleanText)
    .pipe(z.string().max(most, `is longer than ${most} characters`))
const postBody = z
  .strictObject({
    name: z.string().transform(cleanName).pipe(z.string().min(1, 'is empty').max(40, 'is longer than 40 characters')),
    text: words(4000),
    id: messageId.optional(),
    replyTo: messageId.optional(),
    files: z.array(messageId).max(fileLimits.perMessage, `are more than ${fileLimits.perMessage}`).optional(),
    quote: words(2000).optional(),
  })
  .refine(({ text, files = [] }) => text !== '' || files.length > 0, { path: ['text'], message: 'is empty' })

// A query is text, of which a number would also be made from '', 0x10 and 1e2.
const digits = z
  .string()
  .regex(/^\d{1,15}$/, 'is no whole number from 0 on')
  .transform(Number)
const limit = digits.pipe(z.number().min(1).max(500)).default(100)
const seq = digits
const messagesQuery = z.object({ after: seq.optional(), limit })
const verdictsQuery = z.object({ limit })

interface Options {
  channel: WebChannel
  subscribeVerdicts: SubscribeVerdicts
  /** The newest verdicts of a group, oldest first. */
  recentVerdicts: (group: string, limit: number) => BotVerdict[]
  /** How far the channel's times are ahead of the wall clock, by which people are told them, ms. */
  ahead?: () => number
}

/**
 * GET /api/rooms · GET and POST /api/rooms/:room/messages · GET /api/rooms/:room/stream · GET /api/rooms/:room/verdicts ·
 * POST /api/rooms/:room/files · GET /api/rooms/:room/files/:file.
 * Errors are HTTPExceptions: the app above answers them as problems (RFC 9457).
 */
export function makeWebRoutes({ channel, subscribeVerdicts, recentVerdicts, ahead = () => 0 }: Options): Hono {
  const atWallTime = (message: RoomMessage): RoomMessage => ({ ...message, ts: message.ts - ahead() })
  const judged = (verdict: BotVerdict): BotVerdict => ({ ...verdict, at: verdict.at - ahead() })
  const list: WebChannel['list'] = (room, page) => channel.list(room, page).map(atWallTime)
  const changes: WebChannel['changes'] = (room, page) =>
    channel.changes(room, page).map((change) => ('edits' in change ? change : atWallTime(change)))
  const subscribe: SubscribeVerdicts = (group, listener) =>
    subscribeVerdicts(group, (verdict) => listener(judged(verdict)))
  const routes = new Hono()

  const roomOf = (c: Context) => {
    const room = channel.room(c.req.param('room') ?? '')
    if (!room)
      throw new HTTPException(404, {
        message: 'no such room: GET /api/rooms lists them',
        cause: { code: 'noSuchRoom' },
      })
    return room
  }

  routes.get('/api/rooms', (c) => c.json({ rooms: channel.rooms().map(shownRoom) }))

  routes.get('/api/rooms/:room/messages', (c) => {
    const room = roomOf(c)
    return c.json({ messages: list(room.id, checked(messagesQuery, c.req.query())) })
  })

  routes.get('/api/rooms/:room/verdicts', (c) => {
    const room = roomOf(c)
    const { limit: most } = checked(verdictsQuery, c.req.query())
    return c.json({ verdicts: recentVerdicts(`web:${room.id}`, most).map(judged) })
  })

  routes.get('/api/rooms/:room/stream', (c) => {
    const room = roomOf(c)
    if (!channel.open) throw new HTTPException(503, { message: 'the service is stopping' })
    const after = checked(seq, c.req.header('last-event-id') ?? c.req.query('after') ?? '0')
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
    const disconnect = () => void outgoing?.destroy()
    const rooms = { changes, watch: channel.watch }
    const response = streamSSE(c, (stream) =>
      tellRoom(stream, { channel: rooms, room: room.id, after, subscribe, disconnect }),
    )
    response.headers.set('cache-control', 'no-store')
    response.headers.set('x-accel-buffering', 'no')
    return response
  })

  routes.post('/api/rooms/:room/messages', atMost(64 * 1024, 'a post is at most 64 KB'), async (c) => {
    const room = roomOf(c)
    const post = checked(postBody, await jsonBody(c))
    const bot = room.bots.find((member) => isReadAs(member, post.name))
    if (bot) {
      const how = namesOf(bot).map(foldName).includes(foldName(post.name)) ? 'is a name of' : 'reads like a name of'
      throw new HTTPException(409, {
        message: `${post.name} ${how} the bot ${bot.name}: choose another`,
        cause: { code: 'nameOfBot', numbers: { name: post.name, bot: bot.name } },
      })
    }
    try {
      const { message, created } = await channel.post(room.id, post)
      return c.json({ message: atWallTime(message) }, created ? 201 : 200)
    } catch (error) {
      if (error instanceof IdTaken || error instanceof NotCarried)
        throw new HTTPException(409, { message: error.message, cause: error })
      if (error instanceof NotTaken) throw new HTTPException(503, { message: error.message, cause: error })
      if (error instanceof ChannelError)
        throw new HTTPException(503, { message: error.message, cause: { code: 'notStored' } })
      throw error
    }
  })

  routes.route('/', makeFileRoutes({ channel, roomOf }))

  return routes
}

const shownRoom = ({ id, title, bots }: RoomView): ShownRoom => ({
  id,
  title,
  bots: bots.map((bot) => ({ id: bot.id, name: bot.name, role: bot.role })),
})
const namesOf = (member: WebBot) => [member.id, member.name, ...member.aliases]

const readings = new WeakMap<WebBot, (name: string) => boolean>()
function isReadAs(member: WebBot, name: string): boolean {
  const reads = readings.get(member) ?? makeReadsLike(namesOf(member))
  readings.set(member, reads)
  return reads(name)
}

const checked: typeof readBy = (schema, value) => readBy(schema, value, { cause: { code: 'invalidBody' } })
