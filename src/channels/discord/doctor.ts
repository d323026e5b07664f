// Tries every bot on Discord the way the service would, without a word in any channel, and says what to click.
import { z } from 'zod'
import type { Config } from '../../config/config.ts'
import { bad, checkLine, heldLine, ok, warn } from '../found.ts'
import type { DoctorContext, Found, OwnContext } from '../plugin.ts'
import type { DiscordApp } from './app.ts'
import { type DiscordAccount, type DiscordConfig, tokenName } from './config.ts'
import { DiscordError } from './errors.ts'
import { channelOf } from './inbound.ts'
import { readUser } from './payload.ts'
import { allNeeded, missing, readPlace, readRoles, rolesOfMember } from './permissions.ts'
import { nameOf } from './places.ts'
import { openApp } from './sdk.ts'

const timeoutMs = 10_000
const mostGroups = 20
const portal = 'https://discord.com/developers/applications'
/** GATEWAY_MESSAGE_CONTENT, and the same for bots in few servers. */
const contentFlags = (1 << 18) | (1 << 19)
const threads: ReadonlySet<number> = new Set([10, 11, 12])

const appShape = z.object({ id: z.string(), flags: z.number().catch(0) })
const guildsShape = z.array(z.object({ id: z.string(), name: z.string().catch('') }))

export async function checkDiscord(
  { accounts, ...addresses }: DiscordConfig,
  { config, isServed }: Pick<DoctorContext & OwnContext, 'config' | 'isServed'>,
): Promise<Found[]> {
  const isHeld = await isServed()
  const quiet = { debug: () => undefined }
  const found = await Promise.all(
    accounts.map((account) =>
      checkAccount(account, openApp({ ...addresses, token: account.token, log: quiet, timeoutMs }), config, isHeld),
    ),
  )
  return found.flat()
}

async function checkAccount(
  { bot }: DiscordAccount,
  app: DiscordApp,
  config: Config,
  isHeld: boolean,
): Promise<Found[]> {
  try {
    const user = readUser(await app.call('get', '/users/@me'))
    const own = appShape.parse(await app.call('get', '/applications/@me'))
    const guilds = guildsShape.parse(await app.call('get', '/users/@me/guilds', { query: { limit: '200' } }))
    const id = user?.id ?? own.id
    const channels = groupsOf(config, bot).map((group) => checkChannel(bot, id, group, app))
    return [
      ok(bot, `is ${user ? nameOf(user) : 'nameless'} (${id})`),
      own.flags & contentFlags
        ? ok(bot, 'may read messages (Message Content Intent)')
        : bad(bot, 'may not read messages: Discord refuses the connection', contentStep(own.id)),
      guilds.length > 0
        ? ok(bot, `is in ${guilds.map(({ name, id: guild }) => name || guild).join(', ')}`)
        : warn(bot, 'is in no server yet', `open ${invitation(own.id)}`),
      isHeld ? heldLine(bot) : await checkGateway(bot, app, own.id),
      ...(await Promise.all(channels)),
    ]
  } catch (error) {
    const { message } = error as Error
    const status = error instanceof DiscordError ? error.status : undefined
    const next =
      status === 401
        ? `${portal} → the application → Bot → Reset Token: copy it into ${tokenName(bot)}, or DISCORD_BOT_TOKEN for the first bot`
        : 'check the network, HTTPS_PROXY and channels.discord.apiRoot'
    return [bad(bot, `is not there: ${message}`, next)]
  }
}

const contentStep = (app: string): string =>
  `${portal}/${app}/bot → Privileged Gateway Intents: switch on Message Content Intent, and save`

const invitation = (app: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${app}&scope=bot&permissions=${allNeeded}`

const groupsOf = ({ groups }: Config, bot: string): string[] =>
  Object.entries(groups)
    .flatMap(([group, { bots }]) => (bots.includes(bot) && channelOf(group) !== undefined ? [group] : []))
    .slice(0, mostGroups)

async function checkChannel(bot: string, own: string, group: string, { call }: DiscordApp): Promise<Found> {
  const channel = channelOf(group) ?? ''
  try {
    const place = readPlace(await call('get', `/channels/${channel}`))
    const guild = place?.guild_id
    if (!place || guild === undefined) return ok(bot, `finds ${group}`)
    const isThread = threads.has(place.type)
    const above = isThread && place.parent_id ? readPlace(await call('get', `/channels/${place.parent_id}`)) : place
    const [roles, member] = await Promise.all([
      call('get', `/guilds/${guild}/roles`),
      call('get', `/guilds/${guild}/members/${own}`),
    ])
    const lacks = missing({
      rules: above?.permission_overwrites ?? [],
      isThread,
      guild,
      roles: readRoles(roles),
      own: { id: own, roles: rolesOfMember(member) },
    })
    const title = place.name ? `#${place.name}` : group
    if (lacks.length === 0) return ok(bot, `may read and write in ${title}`)
    const step = `Discord: ${title} → Edit Channel → Permissions → the bot’s role: allow ${lacks.join(', ')}`
    return warn(bot, `lacks in ${title}: ${lacks.join(', ')}`, step)
  } catch (error) {
    const step = 'is the id right (Developer Mode → Copy Channel ID), and may the bot’s role view the channel?'
    return bad(bot, `cannot see ${group}: ${(error as Error).message}`, step)
  }
}

function checkGateway(bot: string, app: DiscordApp, id: string): Promise<Found> {
  const network =
    'does the network, or the proxy of HTTPS_PROXY, let WebSockets to gateway.discord.gg through (port 443)?'
  const listen = (tell: (found: Found) => void) =>
    app.listen({
      onReady: () => tell(ok(bot, 'gets a connection to the gateway')),
      onReconnecting: () => undefined,
      onError: ({ message, line }) =>
        tell(
          bad(bot, `gets no connection: ${message}`, line?.numbers?.['status'] === 4014 ? contentStep(id) : network),
        ),
      onEvent: () => undefined,
    })
  return checkLine(listen, { ms: timeoutMs, late: bad(bot, 'gets no connection within 10 s', network) })
}
