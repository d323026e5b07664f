// The names of what a step records, in English and Chinese; fetched with the context.

const en = {
  event: 'Event',
  states: 'Active states',
  timers: 'Running timers',
  taken: 'Transitions taken',
  verdicts: 'Verdicts of this step',
  activity: 'Last five minutes',
  waiting: 'Messages waiting',
  none: 'none',
  raw: 'Whole record',
  turnState: 'Turn',
  mentioned: 'mentioned',
  figures: (messages: number, speakers: number) =>
    `${messages} ${messages === 1 ? 'message' : 'messages'} by ${speakers} ${speakers === 1 ? 'speaker' : 'speakers'}`,
}

const zh: typeof en = {
  event: '事件',
  states: '活动状态',
  timers: '运行中的定时器',
  taken: '发生的转移',
  verdicts: '这一步的裁决',
  activity: '最近五分钟',
  waiting: '等待的消息',
  none: '无',
  raw: '全部记录',
  turnState: '回合',
  mentioned: '被提到',
  figures: (messages, speakers) => `${speakers} 人 ${messages} 条消息`,
}

export const contextWords = { en, zh }
