// What messages carry, as the service reads it: from the channels, and by the transcription of the configuration.
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { TooLargeError } from '../channels/channel.ts'
import { openTranscription } from '../llm/transcription.ts'
import { type Media, type MediaSources, openMedia, transcriptTokens } from '../media/media.ts'
import { makeShownPictures, type ShownPicture } from '../media/shown-pictures.ts'
import { UnreadError } from '../media/unread.ts'
import type { Admission } from '../room/admission.ts'
import type { TalkStore } from '../store/talk.ts'

interface Parts {
  config: Pick<Config, 'transcription'>
  channels: Pick<MediaSources, 'download'>
  log: Log
  onStop: (close: () => unknown) => unknown
}

export function openServiceMedia({ config: { transcription }, channels: { download }, log, onStop }: Parts): Media {
  const media = openMedia({
    async download(what, signal) {
      try {
        return await download(what, signal)
      } catch (cause) {
        throw cause instanceof TooLargeError ? new UnreadError('tooLarge', { cause }) : cause
      }
    },
    ...(transcription && { transcribe: openTranscription(transcription, transcriptTokens) }),
    failed: ({ group, message }, error) =>
      log.info({ group, message, error: withoutAddresses(error) }, 'what a message carries could not be read'),
  })
  onStop(media.stop)
  return media
}

export interface Shown {
  media: Media
  talk: Pick<TalkStore, 'lines'>
  admission: Pick<Admission, 'refusalOf'>
}

/** Who was served when they wrote, and is denied now, has no pictures fetched either. */
export function openShownPictures({ media, talk, admission }: Shown): ShownPicture {
  return makeShownPictures({
    media,
    lineOf(group, message) {
      const [line] = talk.lines(group, [message])
      if (!line) return undefined
      const { sender: id, name, bot } = line
      // By other ids of theirs they may be allowed: a line keeps the one.
      const isDenied = admission.refusalOf({ group, sender: { id, name, bot } })?.why === 'senderDenied'
      return isDenied ? { ...line, refused: true } : line
    },
  })
}

/** What stands behind the host of an address may be a key. */
const withoutAddresses = (error: unknown): string =>
  String(error)
    .slice(0, longestError)
    .replaceAll(/(https?:\/\/[^\s/]+)\S*/g, '$1/…')
const longestError = 300
