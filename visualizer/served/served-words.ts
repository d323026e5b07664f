// What is said of who is served, in English and Chinese; fetched with the dialog.
import type { ListedId, ServedPerson, ServedPlace } from '../../src/feed/contract.ts'

type Why = NonNullable<ServedPerson['why']>
type Fixed = NonNullable<ServedPerson['fixed']>

const whyEn: Record<Why, string> = {
  senderDenied: 'denied',
  senderUnlisted: 'not listed',
  oneToOneClosed: 'no one-to-one chats with them',
}
const whyZh: Record<Why, string> = {
  senderDenied: '已拒绝',
  senderUnlisted: '不在名单上',
  oneToOneClosed: '不与其私聊',
}
const listsEn: Record<ListedId['list'], string> = { allowFrom: 'served', denyFrom: 'never served' }
const listsZh: Record<ListedId['list'], string> = { allowFrom: '服务', denyFrom: '不服务' }

const en = {
  title: (room: string) => `Who is served in ${room}`,
  isOpen: 'Everybody is served here, except those who are denied.',
  isListed: 'Only those who are listed are served here.',
  lately: 'Here lately',
  nobody: 'Nobody has written here yet.',
  served: 'served',
  refused: 'not served',
  why: whyEn,
  fixed: {
    file: 'change it in the configuration',
    channel: 'denied everywhere on this channel: remove that below',
    closed: 'the configuration allows no one-to-one chats',
  } satisfies Record<Fixed, string>,
  serve: 'Serve',
  stop: 'Stop serving',
  serveWho: (who: string) => `Serve ${who}`,
  stopWho: (who: string) => `Stop serving ${who}`,
  listed: 'Lists',
  none: 'Nobody is listed.',
  more: (n: number) => `and ${n} more`,
  lists: listsEn,
  where: (where: ServedPlace, channel: string) => (where === 'group' ? 'here' : `everywhere on ${channel}`),
  fromFile: 'from the configuration',
  fromPage: (time: string) => `added on this page ${time}`,
  remove: 'Remove',
  removeWho: (id: string) => `Remove ${id}`,
  add: 'Add somebody',
  id: (channel: string) => `Id on ${channel}`,
  place: 'Where',
  never: 'Never serve',
  done: {
    allowFrom: (who: string) => `${who} is served from the next message on.`,
    denyFrom: (who: string) => `${who} is not served any more.`,
    remove: (who: string) => `${who} is removed.`,
  },
  stays: (who: string) => `Added, but ${who} is still not served: see above why.`,
  unreachable: 'The service could not be reached. Check whether anything changed.',
}

const zh: typeof en = {
  title: (room) => `${room} 为谁服务`,
  isOpen: '这里为所有人服务，除非写明不服务。',
  isListed: '这里只为名单上的人服务。',
  lately: '最近在这里',
  nobody: '还没有人在这里说过话。',
  served: '服务中',
  refused: '未服务',
  why: whyZh,
  fixed: {
    file: '请在配置中修改',
    channel: '在整个渠道都已拒绝：请在下面移除',
    closed: '配置不允许私聊',
  },
  serve: '为其服务',
  stop: '停止服务',
  serveWho: (who) => `为其服务：${who}`,
  stopWho: (who) => `停止服务：${who}`,
  listed: '名单',
  none: '名单是空的。',
  more: (n) => `另有 ${n} 个`,
  lists: listsZh,
  where: (where, channel) => (where === 'group' ? '这里' : `${channel} 的所有群`),
  fromFile: '来自配置',
  fromPage: (time) => `${time} 在本页添加`,
  remove: '移除',
  removeWho: (id) => `移除 ${id}`,
  add: '添加',
  id: (channel) => `${channel} 上的编号`,
  place: '范围',
  never: '不服务',
  done: {
    allowFrom: (who) => `从下一条消息起为 ${who} 服务。`,
    denyFrom: (who) => `不再为 ${who} 服务。`,
    remove: (who) => `已移除 ${who}。`,
  },
  stays: (who) => `已添加，但仍未为 ${who} 服务：原因见上。`,
  unreachable: '无法连接服务。请确认是否已有改动。',
}

export const servedWords = { en, zh }
export type ServedWords = typeof en
