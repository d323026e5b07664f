// What the guide says that the page draws of each kind, and by what that is known.
import type { PartKind } from '../../../src/language/parts.ts'
import type { Both } from './cells.ts'

interface Drawing {
  says: Both
  /** Where the bytes are kept here; absent: there is no such channel. */
  here?: RegExp
  elsewhere: RegExp
}

const sounds: Both = [
  'the same words; what is kept here as a link, audio with a player',
  '同样的文字；存在本地的可下载，音频可播放',
]
const words: Both = ['the same words', '同样的文字']

export const pageWords: Record<PartKind, Drawing> = {
  image: {
    says: [
      'small, larger on a click; what is not to be had, by name and size, and why',
      '小图，点击放大；取不到的显示名字、大小和原因',
    ],
    here: /^\(picture \/api\/rooms\/lobby\/files\/ID\)$/,
    elsewhere: /^\(picture \/api\/pictures\)$/,
  },
  sticker: { says: sounds, elsewhere: /^☺ (?:\S+ )?sticker/ },
  audio: {
    says: sounds,
    here: /^♪ \(link \/api\S*\) song\.wav audio .*\(player\)$/,
    elsewhere: /^♪ song\.mp3 audio · [^(]+$/,
  },
  voice: { says: ['its length', '时长'], elsewhere: /^♪ .*voice message (?:· )?12 s/ },
  video: { says: sounds, here: /^▷ \(link \/api\S*\) a\.mp4 video · 624 B$/, elsewhere: /^▷ (?:a\.mp4 )?video / },
  file: {
    says: ['name and size, as a link where it is kept here', '名字和大小，存在本地的可下载'],
    here: /^▤ \(link \/api\S*\) data\.csv file · 8 B$/,
    elsewhere: /^▤ (?:data\.csv|papers\/) file(?: · 12 KB)?$/,
  },
  quote: {
    says: ['a block with writer and date', '一块引文，带作者和日期'],
    // What stands above a reply on XMPP has no date.
    elsewhere: /^\(quoted\) (?:(?:Bo|ann) \(when [\d.:TZ-]+\)|bo as the writer of this message says) \S/,
  },
  forward: {
    says: ['folded, with its lines', '折叠，可展开各行'],
    elsewhere: /^\(folded\) \d+ messages? (?:forwarded|from Lab) (?:Bo|somebody) \(time\) deploy\?/,
  },
  card: { says: words, elsewhere: /^\S/ },
  location: { says: words, elsewhere: /^◎ .*31\.20000, 121\.50000$/ },
}
