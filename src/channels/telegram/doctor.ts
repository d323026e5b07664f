// Tries every token the way the service would, without a word in any chat, and says what to tell BotFather.
import { settingsFor } from '../../config/config.ts'
import { bad, heldLine, ok, warn } from '../found.ts'
import type { DoctorContext, Found, OwnContext } from '../plugin.ts'
import { type Me, openApi, type TelegramApi } from './api.ts'
import { type TelegramAccount, type TelegramConfig, tokenName } from './config.ts'
import { TelegramError } from './errors.ts'

type Context = Pick<DoctorContext & OwnContext, 'config' | 'isServed'>

const timeoutMs = 10_000

export async function checkTelegram({ accounts, privacy }: TelegramConfig, context: Context): Promise<Found[]> {
  const isServed = await context.isServed()
  const found = await Promise.all(
    accounts.map(async (account) => {
      const api = openApi(account)
      try {
        return await checkAccount(account, api, { isServed, privacy, context })
      } finally {
        api.close()
      }
    }),
  )
  return found.flat()
}

async function checkAccount(
  account: TelegramAccount,
  api: TelegramApi,
  around: { isServed: boolean; privacy: TelegramConfig['privacy']; context: Context },
): Promise<Found[]> {
  const { bot } = account
  try {
    const me = await api.me(AbortSignal.timeout(timeoutMs))
    const who = ok(bot, `is @${me.username} (${me.first_name || 'nameless'}, ${me.id})`)
    return [who, checkPrivacy(bot, me, around), await checkLine(bot, api, around.isServed)]
  } catch (error) {
    return [unreachable(account, error)]
  }
}

/** What privacy mode means depends on when the bot may speak. */
function checkPrivacy(bot: string, me: Me, { privacy, context }: { privacy: 'on' | 'off'; context: Context }): Found {
  if (me.can_read_all_group_messages) return ok(bot, 'hears everything in its groups (privacy mode is off)')
  const little = 'hears commands, mentions and replies to it alone in groups (privacy mode is on)'
  const groups = Object.keys(context.config.groups).filter((group) => group.startsWith('telegram:'))
  const all = [context.config.groupSocial, ...groups.map((group) => settingsFor(context.config, group))]
  if (privacy === 'on' || all.every(({ policy }) => policy === 'mention')) return ok(bot, little)
  const next = `@BotFather: /setprivacy, @${me.username}, Disable; then take it out of its groups and put it in again (or make it an administrator); or set policy: mention, or channels.telegram.privacy: on`
  return warn(bot, `${little}: with policy auto or open that looks like silence`, next)
}

async function checkLine(bot: string, api: TelegramApi, isServed: boolean): Promise<Found> {
  const { url = '', pending_update_count: waiting } = await api.webhook(AbortSignal.timeout(timeoutMs))
  if (url !== '')
    return bad(
      bot,
      `gets no updates: a webhook is set to ${hostOf(url)}, by another program or an earlier one`,
      'if that program is not to have the bot any more: open https://api.telegram.org/bot<token>/deleteWebhook with its token',
    )
  if (isServed) return heldLine(bot)
  try {
    await api.updates(undefined, 0, AbortSignal.timeout(timeoutMs))
    return ok(bot, waiting > 0 ? `can be polled; updates that wait: ${waiting}` : 'can be polled')
  } catch (error) {
    const isTaken = error instanceof TelegramError && error.code === 409
    const next = isTaken ? 'stop the other program, or get a new token (@BotFather: /revoke)' : 'try again in a while'
    return bad(bot, `cannot be polled: ${(error as Error).message}`, next)
  }
}

function unreachable({ bot, apiRoot }: TelegramAccount, error: unknown): Found {
  const isRefused = error instanceof TelegramError && error.code !== undefined
  const next = isRefused
    ? `@BotFather: /token; write it into channels.telegram or ${tokenName(bot)}`
    : `does the network let ${apiRoot} through? Else set channels.telegram.proxy, or apiRoot to a server of your own`
  return bad(bot, `is not there: ${(error as Error).message}`, next)
}

/** The address of a webhook may hold a secret. */
const hostOf = (url: string): string => URL.parse(url)?.host ?? 'somewhere'
