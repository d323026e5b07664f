// The bytes of a file: its address is asked for anew each time, since addresses expire.
import { ChannelError, type Download, type Downloaded, TooLargeError } from '../channel.ts'
import type { DiscordApp } from './app.ts'
import { readRef } from './parts.ts'
import { readMessage } from './payload.ts'

/** `cdn`: where the platform's files are. Rejects with a ChannelError. */
export async function download(
  { part, most }: Pick<Download, 'part' | 'most'>,
  app: DiscordApp,
  cdn: string,
  signal: AbortSignal,
): Promise<Downloaded> {
  const ref = readRef(part.ref)
  if (!ref) throw new ChannelError('permanent', 'the address of the file cannot be read')
  if ('sticker' in ref) return app.file(`${cdn}/stickers/${ref.sticker}`, most, signal)
  const message = readMessage(await app.call('get', `/channels/${ref.channel}/messages/${ref.message}`, { signal }))
  const files = [
    ...(message?.attachments ?? []),
    ...(message?.message_snapshots ?? []).flatMap((each) => each.message.attachments),
  ]
  const file = files.find(({ id }) => id === ref.file)
  if (!file) throw new ChannelError('permanent', 'the file is not in the message any more')
  if (file.size !== undefined && file.size > most) throw new TooLargeError(most)
  return app.file(file.url, most, signal)
}
