// The bytes of a file, by the bot that heard of it: what Telegram calls a file holds for that bot alone.
import type { Download, Downloaded } from '../channel.ts'
import type { Me, TelegramApi } from './api.ts'

/** `heardBy`: Telegram's id of the bot. */
export const refOf = (heardBy: number, file: string): string => `${heardBy} ${file}`

interface Bots {
  mes: ReadonlyMap<string, Pick<Me, 'id'>>
  apiOf: (bot: string) => Pick<TelegramApi, 'download'>
}

/** Of a bot that is not there any more, and of an address without one, the bot that asks tries it. Rejects with a ChannelError. */
export async function download(
  { bot, part: { ref }, most }: Pick<Download, 'bot' | 'part' | 'most'>,
  { mes, apiOf }: Bots,
  signal: AbortSignal,
): Promise<Downloaded> {
  const [, heardBy, file = ref] = /^(\d{1,16}) (\S+)$/.exec(ref) ?? []
  const [hearer = bot] = Array.from(mes).flatMap(([each, { id }]) => (String(id) === heardBy ? [each] : []))
  return apiOf(hearer).download(file, most, signal)
}
