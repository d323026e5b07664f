// What the help says beside the keys, in English and Chinese; fetched with it.

const en = {
  keys: { title: 'Keys', colours: 'Colours' },
  stored: {
    title: 'What is stored',
    none: 'The size of the store is not known right now.',
    over: 'This is over the limit, and all of it is still needed: raise store.maxMegabytes.',
    summary: ({
      messages,
      since,
      size,
      most,
      days,
    }: Record<'messages' | 'since' | 'size' | 'most', string> & { days: number }) =>
      `About ${messages} messages since ${since}: ${size} of at most ${most}, kept for ${days} ${days === 1 ? 'day' : 'days'}.`,
    runs: ({ entries, size }: Record<'entries' | 'size', string>) =>
      `Of this, ${size} are the ${entries} entries that runs of tools left behind.`,
  },
}

const zh: typeof en = {
  keys: { title: '按键', colours: '颜色' },
  stored: {
    title: '存储',
    none: '暂时无法得知存储用量。',
    over: '已超过上限，而且都还用得着：请调大 store.maxMegabytes。',
    summary: ({ messages, since, size, most, days }) =>
      `自 ${since} 起约 ${messages} 条消息：${size}，最多 ${most}，保留 ${days} 天。`,
    runs: ({ entries, size }) => `其中 ${size} 是工具运行留下的 ${entries} 条记录。`,
  },
}

export const helpWords = { en, zh }
