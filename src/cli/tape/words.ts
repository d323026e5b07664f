// The words around what runs wrote down, in English and Chinese.
import type { EntryState } from '../../store/stored-entry.ts'
import type { Lang } from '../../outcomes/span-text.ts'

export type TapeWords = typeof english

const english = {
  columns: ['bot', 'group', 'entries', 'anchors', 'tokens since the last one', 'size'] as readonly string[],
  noTapes: 'No run has written anything yet.',
  noEntries: 'There is nothing on this tape.',
  noHits: 'Nothing was found.',
  alike: 'No entry has all of the words. These are alike:',
  /** Behind an entry; what is in force needs none. */
  states: { fork: 'goes on', merged: '', failed: 'failed' } as Record<EntryState, string>,
  earlier: (most: number) => `Earlier entries are left out: --most ${most} shows more.`,
  follows: 'Entries follow as they are written. Ctrl+C ends it.',
  ended: (run: string, state: EntryState) =>
    `Run ${run} ${state === 'merged' ? 'has ended: it is in force.' : 'failed.'}`,
  exported: (entries: number, file: string) => `${entries} entries are in ${file}.`,
  archived: (file: string) => `A copy is in ${file}.`,
  reset: (key: string, entries: number) => `The tape of ${key} is empty; it had ${entries} entries.`,
}

export const tapeWords: Record<Lang, TapeWords> = {
  en: english,
  zh: {
    columns: ['机器人', '群', '条目', '锚点', '上个锚点以来的 token', '大小'],
    noTapes: '还没有任何运行写下东西。',
    noEntries: '这份运行记录是空的。',
    noHits: '没有找到。',
    alike: '没有条目包含全部词语，相近的有：',
    states: { fork: '进行中', merged: '', failed: '失败' },
    earlier: (most) => `更早的条目没有列出：--most ${most} 可多看一些。`,
    follows: '新条目写下时会显示在这里，Ctrl+C 结束。',
    ended: (run, state) => `运行 ${run} ${state === 'merged' ? '已结束，内容生效。' : '失败了。'}`,
    exported: (entries, file) => `${entries} 条条目已写入 ${file}。`,
    archived: (file) => `副本在 ${file}。`,
    reset: (key, entries) => `${key} 的运行记录已清空，原有 ${entries} 条条目。`,
  },
}
