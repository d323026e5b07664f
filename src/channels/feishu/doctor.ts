// Tries every Feishu app the way the service would, without a word in any chat, and says what to click.
import { existsSync } from 'node:fs'
import type { FeishuApp } from './app.ts'
import { FeishuError } from './errors.ts'
import { groupOf } from './inbound.ts'
import { openApp } from './sdk.ts'
import { checkWebhook } from './webhook/doctor.ts'
import { type Config, settingsFor } from '../../config/config.ts'
import { bad, checkLine, heldLine, ok, warn } from '../found.ts'
import type { DoctorContext, Found, OwnContext } from '../plugin.ts'
import type { FeishuAccount, FeishuConfig } from './config.ts'
import { partsOf } from '../../room/key.ts'
import { openActors } from '../../store/actors.ts'
import { openForReading } from '../../store/database.ts'
import { consoleOf, menu, scopeStep, stepFor } from './console.ts'

interface CheckedAccount {
  config: Config
  account: FeishuAccount
  app: FeishuApp
}

const timeoutMs = 10_000
/** Groups whose settings and history are looked at. */
const mostGroups = 20
/** Of no chat and no message: whoever lacks the scope is told so before that is found out. */
const nobody = { chat: 'oc_00000000000000000000000000000000', message: 'om_00000000000000000000000000000000' }

export async function checkFeishu(
  { accounts }: FeishuConfig,
  context: Pick<DoctorContext & OwnContext, 'config' | 'isServed'>,
): Promise<Found[]> {
  const { config } = context
  const isServed = await context.isServed()
  const quiet = { debug: () => undefined }
  const found = await Promise.all(
    accounts.map((account) =>
      checkAccount({ config, account, app: openApp({ ...account, log: quiet, timeoutMs }) }, isServed),
    ),
  )
  const isAnyIn = found.some(([first]) => first?.sign === 'ok')
  return [...found.flat(), ...(isAnyIn ? [unseenScopes] : [])]
}

const unseenScopes: Found = {
  sign: 'warn',
  found: 'cannot be seen from here: the scopes to send, and those to hear bots of other programs',
  next: `${menu.scopes}: im:message:send_as_bot to speak; …group_at_msg.include_bot:readonly to hear bots' mentions, …group_msg.include_bot:read (policies auto and open) to hear all they say`,
}

async function checkAccount(checked: CheckedAccount, isServed: boolean): Promise<Found[]> {
  const { app, account } = checked
  const { bot, appId } = account
  try {
    const { openId, name } = await app.botInfo()
    const who = ok(bot, `is ${name || 'nameless'} (${openId}), ${appId}`)
    const [reading, line] = await Promise.all([checkReading(checked), checkEvents(checked, isServed)])
    return [who, ...reading, line, checkHeard(checked)]
  } catch (error) {
    return [failing(checked, 'is not there', error)]
  }
}

async function checkReading(checked: CheckedAccount): Promise<Found[]> {
  const { app, account, config } = checked
  const { bot } = account
  const [listed, members, message] = await Promise.all([
    tried(app.chats()),
    tried(app.members(nobody.chat)),
    tried(app.read(nobody.message)),
  ])
  const groups = (listed.value ?? []).slice(0, mostGroups)
  const hears = groups.filter(({ id }) => settingsFor(config, groupOf(id)).policy !== 'mention')
  const [heard] = hears.length > 0 ? hears : groups
  const history = heard && message.lacks !== true ? await tried(app.history({ chat: heard.id }, { limit: 1 })) : {}
  const lacks = (of: Tried<unknown>, scopes: string, without: string): Found[] =>
    of.lacks ? [lacking(checked, `may not read ${without}`, scopeStep(scopes))] : []
  const left = (listed.value?.length ?? 0) - groups.length
  const titles = `${groups.map(({ name, id }) => name || id).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
  return [
    ...lacks(listed, 'im:chat:readonly', 'its groups: the page shows their ids'),
    ...(listed.lacks ? [] : lacks(members, 'im:chat.members:read', 'who is in a group: it knows people by ids')),
    ...lacks(
      message,
      'im:message:readonly',
      'messages: what happened before it came, what is quoted, forwarded and in files, and whom bots mention',
    ),
    ...(listed.value ? [groups.length > 0 ? ok(bot, `is in ${titles}`) : inNone(checked)] : []),
    ...(heard ? [hearing(checked, hears.map(({ name, id }) => name || id).join(', '), history)] : []),
  ]
}

/** Policies auto and open need to hear what mentions nobody; without the scope that looks like silence. */
function hearing(checked: CheckedAccount, hears: string, history: Tried<unknown>): Found {
  const { bot } = checked.account
  if (history.value) return ok(bot, 'reads everything in its groups (im:message.group_msg)')
  const scope = scopeStep('im:message.group_msg')
  if (hears === '') return ok(bot, 'answers mentions only in its groups (policy mention): more need not be heard')
  const what = history.lacks ? 'lacks im:message.group_msg' : 'could not show that it has im:message.group_msg'
  return lacking(checked, `${what}: with policy auto or open (${hears}) it hears mentions alone, and no history`, scope)
}

function inNone(checked: CheckedAccount): Found {
  const { policy } = checked.config.groupSocial
  const scope = policy === 'mention' ? '' : `; policy ${policy} also needs im:message.group_msg`
  const next = `in the group: Settings → Bots → Add Bot (设置 → 群机器人 → 添加机器人)${scope}`
  return warn(checked.account.bot, 'is in no group yet', next)
}

function checkEvents(checked: CheckedAccount, isServed: boolean): Found | Promise<Found> {
  const { account, config } = checked
  const { bot, webhook } = account
  if (!webhook) return isServed ? heldLine(bot) : checkConnection(checked)
  const step = `${consoleOf(account)}: ${menu.requests}`
  return checkWebhook({ bot, keys: webhook, web: config.channels.web, isServed, step })
}

function checkConnection(checked: CheckedAccount): Promise<Found> {
  const failed = (error: unknown) => failing(checked, 'gets no long connection', error)
  const listen = (tell: (found: Found) => void) =>
    checked.app.listen({
      onReady: () => tell(ok(checked.account.bot, 'gets a long connection')),
      onReconnecting: () => undefined,
      onError: (error) => tell(failed(error)),
      // What comes now is for the service: the platform pushes it again.
      onEvent: () => Promise.reject(new Error('the doctor takes no events')),
    })
  const late = new FeishuError('unavailable', 'nothing came within 10 s; does the network let WebSockets through?')
  return checkLine(listen, { ms: timeoutMs, late: failed(late) })
}

/** Only a message that came proves the subscription. */
function checkHeard(checked: CheckedAccount): Found {
  const { bot } = checked.account
  const chats = chatsHeard(checked.config.store.path, bot)
  if (chats > 0) return ok(bot, `has heard messages in ${chats} ${chats === 1 ? 'chat' : 'chats'}`)
  return lacking(
    checked,
    'has heard no message yet: whether the event is subscribed cannot be seen from here',
    checked.account.webhook ? menu.requests : menu.events,
  )
}

function chatsHeard(store: string, bot: string): number {
  if (!existsSync(store)) return 0
  try {
    using db = openForReading(store)
    const parts = openActors(db)
      .list()
      .map(({ key }) => partsOf(key))
    return parts.filter((one) => one.bot === bot && one.group.startsWith(groupOf(''))).length
  } catch {
    // The check of the store tells what is wrong with it.
    return 0
  }
}

interface Tried<T> {
  value?: T
  /** The platform named a permission that is missing; undefined: it did not get so far. */
  lacks?: boolean
}

async function tried<T>(call: Promise<T>): Promise<Tried<T>> {
  try {
    return { value: await call }
  } catch (error) {
    return error instanceof FeishuError && error.kind === 'permanent' ? { lacks: error.isMissingScope } : {}
  }
}

const lacking = ({ account }: CheckedAccount, found: string, step: string): Found =>
  warn(account.bot, found, `${consoleOf(account)}: ${step}`)

const failing = ({ account }: CheckedAccount, found: string, error: unknown): Found =>
  bad(account.bot, `${found}: ${(error as Error).message}`, stepFor(error, account))
