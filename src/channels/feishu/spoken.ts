// What a message says and whom it mentions, with names in the place of the platform's keys (R4, R5).
import { toldText } from '../../language/parts.ts'
import { cleanName, cleanText } from '../clean.ts'
import { type Content, contentOf } from './content.ts'
import type { FeishuMessage } from './message.ts'
import type { Reader } from './reader.ts'

export interface Known {
  key: string
  name: string
  /** Absent when the platform does not show who it is. */
  id?: string
  isOwn: boolean
}

export function mentioned(message: FeishuMessage, { app, own, identities }: Reader): Map<string, Known> {
  const known = message.mentions
    .filter(({ key }) => key !== everybody)
    .map(({ key, name, ...shown }): Known => {
      const id = identities.see(app, message.chat, { ...shown, name })
      const isOwn = own.openId !== undefined && shown.openId === own.openId
      const plain = cleanName(name).slice(0, longestName) || 'somebody'
      return { key, name: plain, isOwn, ...(isOwn ? { id: own.id } : id !== undefined && { id }) }
    })
  return new Map(known.map((each) => [each.key, each]))
}

const longestName = 80
const maxMentions = 100
const longestText = 20_000
const everybody = '@_all'
/** Digits are taken as far as they go, so that `@_user_1` is none in `@_user_10`. */
const keys = /@_(?:user_\d+|all)/g
/** Words of a person, which may call somebody and be edited; a file's name is none. */
export const isWritten = (kind: string): boolean => kind === 'text' || kind === 'post'
export const callsAll = (kind: string, raw: string): boolean => isWritten(kind) && raw.includes(everybody)

/** Mention keys stand in its text. */
export function contentIn({ kind, content, mentions }: FeishuMessage, app: string): Content | undefined {
  const byOpenId = new Map(mentions.flatMap(({ key, openId }) => (openId ? [[openId, key] as const] : [])))
  const found = contentOf(kind, content, { app, keyOf: (openId) => byOpenId.get(openId) })
  return found && { ...found, text: found.text.slice(0, longestText * 2) }
}

/** A message that nobody said here, in words alone: mentions by their names, parts by their words. */
export function plainText(message: FeishuMessage, app: string): string | undefined {
  const content = contentIn(message, app)
  const names = new Map(message.mentions.map(({ key, name }) => [key, cleanName(name).slice(0, longestName)]))
  const name = (key: string) => (key === everybody ? '@all' : `@${names.get(key) || 'somebody'}`)
  return content && cleanText(toldText(content.text.replaceAll(keys, name), content.parts)).slice(0, longestText)
}

export function spoken(raw: string, people: Map<string, Known>, { isShared }: Reader): string {
  const name = (key: string) => (key === everybody ? '@all' : people.has(key) ? `@${people.get(key)?.name}` : key)
  const named = (text: string) => cleanText(text.replaceAll(keys, name)).slice(0, longestText)
  return (!isShared && named(withoutOwn(raw, people))) || named(raw)
}

function withoutOwn(text: string, people: Map<string, Known>): string {
  const [, key = ''] = /^\s*(@_user_\d+)/.exec(text) ?? []
  if (!people.get(key)?.isOwn) return text
  const rest = text
    .trimStart()
    .slice(key.length)
    .replace(/^[\s,，、:：]+/, '')
  return withoutOwn(rest, people)
}

export function listed(people: Map<string, Known>, isToAll: boolean) {
  const known = [...people.values()].toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
  const found = [
    ...(isToAll ? [{ id: 'all', name: 'all' }] : []),
    ...known.flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name }])),
  ]
  return [...new Map(found.toReversed().map((each) => [each.id, each])).values()].toReversed().slice(0, maxMentions)
}
