// What messages carry, as the service reads it: from the channels, and by the transcription of the configuration.
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { openTranscription } from '../llm/transcription.ts'
import { type Media, type MediaSources, openMedia, transcriptTokens } from '../media/media.ts'

interface Parts {
  config: Pick<Config, 'transcription'>
  channels: Pick<MediaSources, 'download'>
  log: Log
  onStop: (close: () => unknown) => unknown
}

export function openServiceMedia({ config: { transcription }, channels: { download }, log, onStop }: Parts): Media {
  const media = openMedia({
    download,
    ...(transcription && { transcribe: openTranscription(transcription, transcriptTokens) }),
    failed: ({ group, message }, error) =>
      log.info({ group, message, error: String(error) }, 'what a message carries could not be read'),
  })
  onStop(media.stop)
  return media
}
