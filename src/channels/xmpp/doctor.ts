// Logs every XMPP account in the way the service would, and asks about its rooms without entering any.
import { ChannelError } from '../channel.ts'
import { featuresOf } from './catching-up.ts'
import { ns } from './names.ts'
import { showsAddresses } from './occupants.ts'
import { openSession, type Session } from './session.ts'
import { bad, ok, warn } from '../found.ts'
import type { Found } from '../plugin.ts'
import { passwordName, type XmppAccount, type XmppConfig } from './config.ts'
import { realClock } from '../../host/local/real-clock.ts'

const timeoutMs = 10_000
/** A service that runs keeps its stream. */
const resource = 'chime-doctor'

export async function checkXmpp({ accounts }: XmppConfig): Promise<Found[]> {
  const found = await Promise.all(accounts.map(checkAccount))
  return found.flat()
}

async function checkAccount(account: XmppAccount): Promise<Found[]> {
  const { bot, jid, service, rooms } = account
  const line = openLine(account)
  try {
    const session = await line.opened
    const asked = await Promise.all([
      checkAlone(session, account),
      ...rooms.map((room) => checkRoom(session, bot, room)),
    ])
    const inNone = rooms.length === 0 ? [warn(bot, 'is in no room', 'list some in channels.xmpp.rooms')] : []
    return [ok(bot, `is ${jid} at ${service}`), ...asked.flat(), ...inNone]
  } catch (error) {
    const { message, kind } = error as ChannelError
    const next =
      kind === 'permanent'
        ? `the account must be there (prosodyctl adduser ${jid}), and ${passwordName(bot)} its password`
        : 'is the server up, and channels.xmpp.service its address?'
    return [bad(bot, `cannot log in as ${jid} at ${service}: ${message}`, next)]
  } finally {
    await line.close()
  }
}

/** `opened` rejects with a ChannelError. */
function openLine(account: XmppAccount): { opened: Promise<Session>; close: () => Promise<void> } {
  const { promise: opened, resolve, reject } = Promise.withResolvers<Session>()
  const fail = (reason: string, permanent: boolean) =>
    reject(new ChannelError(permanent ? 'permanent' : 'unavailable', reason))
  const late = setTimeout(() => fail(`nothing came within ${timeoutMs / 1000} s`, false), timeoutMs)
  const nothing = () => {}
  const session = openSession(
    { ...account, resource },
    {
      timers: realClock(),
      silenceMs: timeoutMs,
      opened: resolve,
      resumed: nothing,
      broke: nothing,
      stanza: nothing,
      line: { ready: nothing, reconnecting: nothing, down: ({ reason, permanent }) => fail(reason, permanent) },
    },
  )
  const close = () => {
    clearTimeout(late)
    return session.close()
  }
  return { opened, close }
}

async function checkAlone(session: Session, { bot, jid }: XmppAccount): Promise<Found[]> {
  const hasArchive = await featuresOf(session, jid).then(
    (features) => features.has(ns.mam),
    () => false,
  )
  if (hasArchive) return []
  return [warn(bot, 'has no archive: what people tell it alone while Chime is stopped may be lost', 'switch on mam')]
}

async function checkRoom(session: Session, bot: string, room: string): Promise<Found[]> {
  try {
    const features = await featuresOf(session, room)
    if (!features.has(ns.muc)) return [bad(bot, `${room} is no room`, 'correct channels.xmpp.rooms')]
    const hides = warn(
      bot,
      `${room} hides who is who: it hears nobody there unless it is a moderator`,
      'let the room show real addresses (muc_room_default_public_jids for new ones)',
    )
    const forgets = warn(
      bot,
      `${room} has no archive: what is said while Chime is stopped is lost`,
      'switch on muc_mam',
    )
    const troubles = [...(features.has(showsAddresses) ? [] : [hides]), ...(features.has(ns.mam) ? [] : [forgets])]
    return troubles.length > 0 ? troubles : [ok(bot, `finds ${room}`)]
  } catch (error) {
    const { message } = error as Error
    if (message.endsWith('item-not-found')) return [ok(bot, `finds no ${room} yet: the first one to come makes it`)]
    return [bad(bot, `cannot find ${room}: ${message}`, 'correct channels.xmpp.rooms')]
  }
}
