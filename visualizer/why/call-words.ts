// What is said of model calls, in English and Chinese; fetched with them.

const en = {
  shared: (bots: number) => `one call judged for ${bots} bots of the room; they share its tokens`,
  calls: 'Model calls',
  noCalls: 'No model was asked, or the call is no longer kept.',
  prompt: 'Prompt sent',
  answer: 'Answer received',
  roles: { system: 'system', user: 'user', assistant: 'assistant', tool: 'tool result' },
  called: 'calls',
  cutCall: 'cut before its end: not made',
  onOffer: (n: number) => (n === 1 ? '1 tool on offer' : `${n} tools on offer`),
  leftOut: (n: number) => (n === 1 ? '1 earlier message is not kept' : `${n} earlier messages are not kept`),
  callKinds: { decide: 'decide', rejudge: 'rejudge', compose: 'compose', think: 'think', note: 'note' },
}

const zh: typeof en = {
  shared: (bots) => `一次调用为房间里 ${bots} 个机器人一起判断，token 由它们分摊`,
  calls: '模型调用',
  noCalls: '没有问模型，或记录已不保留。',
  prompt: '发出的提示',
  answer: '收到的回答',
  roles: { system: '系统', user: '用户', assistant: '助手', tool: '工具结果' },
  called: '调用',
  cutCall: '没有写完就被截断：不执行',
  onOffer: (n) => `可用的工具：${n} 个`,
  leftOut: (n) => `更早的 ${n} 条没有保留`,
  callKinds: { decide: '判断意图', rejudge: '再判断', compose: '撰写', think: '思考', note: '笔记' },
}

export const callWords = { en, zh }
