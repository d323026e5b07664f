// The tables of the guide on parts, read as cells.
import { readFileSync } from 'node:fs'
import { type PartKind, partKinds } from '../../../src/language/parts.ts'

const channels = {
  en: ['Feishu', 'Telegram', 'Discord', 'XMPP', 'web room', 'module', 'bridge'],
  zh: ['飞书', 'Telegram', 'Discord', 'XMPP', '网页房间', '模块', '桥接'],
} as const

export const channelKeys = ['feishu', 'telegram', 'discord', 'xmpp', 'web', 'module', 'bridge'] as const
export type ChannelKey = (typeof channelKeys)[number]
export type Lang = keyof typeof channels

const kindNames: Record<Lang, readonly string[]> = {
  en: partKinds,
  zh: ['图片', '表情贴纸', '音频', '语音', '视频', '文件', '引用', '转发', '卡片', '位置'],
}
/** As the second table names them, several in a row. */
const kindWords: Record<Lang, Readonly<Record<string, PartKind>>> = {
  en: Object.fromEntries(partKinds.map((kind) => [kind, kind])),
  zh: Object.fromEntries([
    ...kindNames.zh.map((name, i) => [name, partKinds[i]] as const),
    ['贴纸', 'sticker'] as const,
  ]) as Record<string, PartKind>,
}

const tables = (lang: Lang): string[][][] => {
  const path = new URL(`../../../docs/guide/parts.${lang}.md`, import.meta.url)
  const blocks = readFileSync(path, 'utf8').split(/\n\n+/)
  return blocks
    .filter((block) => block.startsWith('|'))
    .map((block) =>
      block
        .trim()
        .split('\n')
        .filter((_, i) => i !== 1)
        .map((line) =>
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        ),
    )
}

/** By kind and channel; throws where a row or a column is missing, or one too many stands there. */
export function whatIsHeard(lang: Lang): Record<PartKind, Record<ChannelKey, string>> {
  const [[head = [], ...rows] = []] = tables(lang)
  const wanted = JSON.stringify(channels[lang])
  if (JSON.stringify(head.slice(1)) !== wanted)
    throw new Error(`${lang}: the columns are not ${wanted}: ${head.join()}`)
  const names = rows.slice(0, -1).map(([name = '']) => name)
  if (JSON.stringify(names) !== JSON.stringify(kindNames[lang]))
    throw new Error(`${lang}: the rows are ${names.join()}`)
  return Object.fromEntries(
    partKinds.map((kind, i) => [
      kind,
      Object.fromEntries(channelKeys.map((channel, j) => [channel, rows[i]?.[j + 1] ?? ''])),
    ]),
  ) as Record<PartKind, Record<ChannelKey, string>>
}

interface GuideRow {
  /** In every prompt, and in that of a reply which is about it. */
  prompt: string
  reply: string
  page: string
}

/** Of each kind what prompts say and what the page draws, as written. */
export function whatIsTold(lang: Lang): Record<PartKind, GuideRow> {
  const [, [, ...rows] = []] = tables(lang)
  const told = rows.flatMap(([names = '', prompt = '', reply = '', page = '']) =>
    names.split(/[,、]\s*/).map((name) => [kindWords[lang][name] ?? name, { prompt, reply, page }] as const),
  )
  const missing = partKinds.filter((kind) => !told.some(([name]) => name === kind))
  if (missing.length > 0 || told.length !== partKinds.length)
    throw new Error(`${lang}: missing ${missing.join()} of ${told.map(([name]) => name).join()}`)
  return Object.fromEntries(told) as Record<PartKind, GuideRow>
}
