// What the people of the demo say, and when, in English and Chinese.

export interface Line {
  /** Seconds since the start; of a cue, seconds after it. */
  at: number
  who: string
  text: string
  /** The cue: this bot's draft waits its pause. */
  waits?: string
}

export interface Scene {
  title: string
  lines: Line[]
}

/** The budget of five minutes in the demo: small, so that a short talk meets its end. */
export const demoBudget = { maxMessages: 2, maxTokens: 8_000 }

export interface Words {
  intro(seed: number): string[]
  closing: string
  replies: string
  silent: string
  tokens: string
  next: string
}

export const words: Record<'en' | 'zh', Words> = {
  en: {
    intro: (seed) => [
      `A rehearsal in virtual time (seed ${seed}): nobody waits, and no language model is asked.`,
      'Iris (research assistant) and Rex (code reviewer) read along with Ann and Ben.',
      `Their budget is small here: ${demoBudget.maxMessages} messages and ${demoBudget.maxTokens} tokens each in five minutes.`,
      'The dim lines below the talk say what each gate decided, and why.',
    ],
    closing: 'What came of it',
    replies: 'replies',
    silent: 'silent at',
    tokens: 'tokens',
    next: 'Your turn: "chime serve" opens the page, "chime chat" talks here.',
  },
  zh: {
    intro: (seed) => [
      `虚拟时间里的一次排练（种子 ${seed}）：不用真等，也不调用语言模型。`,
      'Iris（研究助理）和 Rex（代码审查）与小安、小本同在一个群。',
      `这里的预算很小：五分钟内每个机器人 ${demoBudget.maxMessages} 条消息、${demoBudget.maxTokens} 个 token。`,
      '对话下方的暗色行写着每道关卡的结论和理由。',
    ],
    closing: '结果',
    replies: '回复',
    silent: '沉默于',
    tokens: 'token',
    next: '轮到你了：chime serve 打开网页，chime chat 就在这里聊。',
  },
}

export const scenes: Record<'en' | 'zh', Scene[]> = {
  en: [
    {
      title: 'Small talk: nobody needs a bot',
      lines: [
        { at: 0, who: 'Ann', text: 'Morning! The coffee machine is alive again.' },
        { at: 2, who: 'Ben', text: 'Best news of the week.' },
      ],
    },
    {
      title: 'A question in the field of one of them: that one answers, after a human pause',
      lines: [{ at: 40, who: 'Ann', text: 'Which statistics fit experiments with so little data?' }],
    },
    {
      title: 'A mention: it goes past the cooldown',
      lines: [{ at: 80, who: 'Ben', text: '@Rex is this refactoring worth a review before lunch?' }],
    },
    {
      title: 'A person is faster: the draft is judged again and dropped',
      lines: [
        { at: 148, who: 'Ann', text: 'Any literature or papers about coffee and sleep?' },
        {
          waits: 'iris',
          at: 4,
          who: 'Ben',
          text: 'All about coffee and sleep is in my shared folder, help yourselves.',
        },
      ],
    },
    {
      title: 'Everybody at once: the room is HEATED, short lines only',
      lines: [
        { at: 178, who: 'Ann', text: 'The demo is in ten minutes!' },
        { at: 179, who: 'Ben', text: 'WHAT' },
        { at: 180, who: 'Ann', text: 'They moved it.' },
        { at: 181, who: 'Ben', text: 'My slides are not done.' },
        { at: 182, who: 'Ann', text: 'Mine are.' },
        { at: 183, who: 'Ben', text: 'Of course they are.' },
        { at: 184, who: 'Ann', text: 'Take the old ones?' },
        { at: 185, who: 'Ben', text: 'With the cat?' },
        { at: 186, who: 'Ann', text: 'Everybody likes the cat.' },
        { at: 187, who: 'Ben', text: 'Rex, quick: do the tests pass?' },
      ],
    },
    {
      title: 'One question too many: the budget says no, even to a mention',
      lines: [
        { at: 200, who: 'Ann', text: 'Iris, which papers on statistics should I show first?' },
        { at: 214, who: 'Ann', text: 'Iris, and which data?' },
      ],
    },
  ],
  zh: [
    {
      title: '闲聊：用不着机器人',
      lines: [
        { at: 0, who: '小安', text: '早！咖啡机修好了。' },
        { at: 2, who: '小本', text: '本周最好的消息。' },
      ],
    },
    {
      title: '问到其中一位的专长：由它回答，像人一样停顿一会儿',
      lines: [{ at: 40, who: '小安', text: '实验数据这么少，用哪种统计合适？' }],
    },
    {
      title: '点名：不等冷却',
      lines: [{ at: 80, who: '小本', text: '@小审 这次重构午饭前值得审查一遍吗？' }],
    },
    {
      title: '有人抢先答了：草稿重新评估后放弃',
      lines: [
        { at: 148, who: '小安', text: '谁有咖啡和睡眠的论文、文献？' },
        { waits: 'iris', at: 4, who: '小本', text: '咖啡和睡眠的都在我的文件夹里，马上发。' },
      ],
    },
    {
      title: '七嘴八舌：群进入 HEATED，只说短句',
      lines: [
        { at: 178, who: '小安', text: '十分钟后就演示了！' },
        { at: 179, who: '小本', text: '啊？' },
        { at: 180, who: '小安', text: '时间提前了。' },
        { at: 181, who: '小本', text: '我的幻灯片没做完。' },
        { at: 182, who: '小安', text: '我的做完了。' },
        { at: 183, who: '小本', text: '你当然做完了。' },
        { at: 184, who: '小安', text: '用旧的？' },
        { at: 185, who: '小本', text: '有猫的那份？' },
        { at: 186, who: '小安', text: '大家都喜欢猫。' },
        { at: 187, who: '小本', text: '小审，快说，测试过了吗？' },
      ],
    },
    {
      title: '问得太多：预算用完，点名也不答',
      lines: [
        { at: 200, who: '小安', text: '小研，先放哪几篇统计论文？' },
        { at: 214, who: '小安', text: '小研，数据呢？' },
      ],
    },
  ],
}
