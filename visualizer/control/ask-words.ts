// What is said where a call waits for an operator's word, in English and Chinese; fetched with it.

const en = {
  title: 'Waiting for an operator',
  approve: 'Allow this once',
  deny: 'Deny',
  given: { approve: 'Allowed, this once.', deny: 'Denied.' },
}

export const askWords: Record<'en' | 'zh', typeof en> = {
  en,
  zh: {
    title: '等待操作员答复',
    approve: '同意这一次',
    deny: '不同意',
    given: { approve: '已同意，仅此一次。', deny: '已拒绝。' },
  },
}
