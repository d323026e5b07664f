// The words of the demo beside the talk, in English and Chinese.
import type { Lang } from '../../outcomes/span-text.ts'
import { demoLimits } from './rooms.ts'

/** A thought of one bot, or the same thought of several. */
export type Telling = (who: readonly string[]) => string

/** How the bot was asked, if it was: by its name, or without. */
export type Asked = 'name' | 'unnamed' | undefined

/** A window of the budget; `freesIn`: seconds. */
export interface Spent {
  used: number
  limit: number
  what: string
  window: string
  freesIn: number
}

export type Phrases = typeof english

const { maxMessages, cooldownMs } = demoLimits

const english = {
  lang: 'en' as Lang,
  /** `model`: the real one that was asked. */
  intro: (seed: number, model?: string): string[] => [
    `An afternoon in virtual time (seed ${seed}): nobody waits for it.`,
    model === undefined
      ? 'Rehearsal model: no language model. A bot’s line says what kind of answer would stand there, on what, and who asked.'
      : `${model} decides and writes. People wait for a cue that a bot may not give: then they say less.`,
    'Iris (research assistant) and Rex (code reviewer) chat with Ann, Ben and Cleo.',
    `The limits are small: ${maxMessages} messages per bot in 5 minutes, ${cooldownMs / 1_000} s between its turns.`,
    'Below a message stands what the bots made of it. Every gate: --verbose',
  ],
  reacts: (sign: string) => `reacts ${sign}`,
  heated: (messages: number) => `the room is heated: ${messages} messages in 5 minutes, short lines only`,
  speaks:
    ({ asked, compared, waits }: { asked: Asked; compared: string; waits: number }): Telling =>
    (who) => {
      const s = isMany(who) ? '' : 's'
      const how = { name: 'called by name', unnamed: 'asked' }
      const called = asked && `${isMany(who) ? 'are' : 'is'} ${how[asked]}`
      const thought = [called, compared && `think${s} it over (${compared})`].filter(Boolean).join(', ')
      return `${listed(who)} ${thought}, write${s}, wait${s} ${waits} s`
    },
  /** '' where it was not compared. */
  passes:
    (compared: string): Telling =>
    (who) =>
      `${listed(who)} ${isMany(who) ? 'think it over and let' : 'thinks it over and lets'} it pass${compared && ` (${compared})`}`,
  /** One judgement for all of them chose somebody else. */
  leaves:
    (to: string): Telling =>
    (who) =>
      `${listed(who)} ${isMany(who) ? 'leave' : 'leaves'} it to ${to}: judged in one call`,
  silent:
    (why: string): Telling =>
    (who) =>
      `${listed(who)} ${isMany(who) ? 'stay' : 'stays'} silent: ${why}`,
  offField:
    (compared: string): Telling =>
    (who) =>
      english.silent(`nothing in ${isMany(who) ? 'their' : 'its'} field (${compared})`)(who),
  outOfBudget:
    ({ used, limit, what, window, freesIn }: Spent): Telling =>
    (who) =>
      `${listed(who)} ${isMany(who) ? 'are' : 'is'} out of budget: ${used} of ${limit} ${what} in ${spans.en[window]}, free in ${freesIn} s`,
  /** It answers once the window frees. */
  held:
    (spent: Spent): Telling =>
    (who) =>
      `${english.outOfBudget(spent)(who)}: ⏳ on the message, the answer then`,
  startsOver: (who: readonly string[]) => `${listed(who)} drops the draft and starts over: called by name meanwhile`,
  again: {
    send: (faster) => (who) => `${listed(who)} looks again after ${faster}’s words and still says it`,
    shorten: (faster) => (who) => `${listed(who)} looks again after ${faster}’s words and says less`,
    drop: (faster) => (who) => `${listed(who)} drops the draft: ${faster} was faster`,
  } as Record<string, (faster: string) => Telling>,
  why: {
    aimed: 'addressed to others, no model asked',
    onlyBots: (messages: number, most: number) => `${messages} bot messages since a person spoke, at most ${most}`,
    repeated: 'said before',
  },
  table: {
    title: 'What came of it',
    said: 'said',
    calls: 'calls',
    tokens: 'tokens',
    withoutCall: 'silent before any call',
    gates: { addressee: 'for others', relevance: 'off field', budget: 'budget', loop: 'bots only' } as Record<
      string,
      string
    >,
  },
  withoutCall: (turns: number, all: number) =>
    `The rules that cost nothing ended ${turns} of ${all} turns before a model was asked.`,
  next: 'Your turn: "chime serve" opens the page, "chime chat" talks here.',
}

export const phrases: Record<Lang, Phrases> = {
  en: english,
  zh: {
    lang: 'zh',
    intro: (seed, model) => [
      `虚拟时间里的一个下午（种子 ${seed}），不用真等。`,
      model === undefined
        ? '排练模型：不是语言模型。机器人的话只说明这里会有怎样的回答、关于什么、谁问的。'
        : `由 ${model} 判断和书写。人有几句话要等机器人先开口：它不开口，就不说。`,
      '小研（研究助理）和小审（代码审查）与小安、小本、小可同在群里。',
      `这里的限额很小：每个机器人 5 分钟 ${maxMessages} 条消息，两回合之间隔 ${cooldownMs / 1_000} 秒。`,
      '消息下面是机器人的想法；加 --verbose 可看每道闸门。',
    ],
    reacts: (sign) => `回了个 ${sign}`,
    heated: (messages) => `群里很热闹：5 分钟 ${messages} 条消息，只说短句`,
    speaks:
      ({ asked, compared, waits }) =>
      (who) => {
        const called = asked && { name: '听到点名', unnamed: '被问到' }[asked]
        const thought = [called, compared && `想了想（${compared}）`].filter(Boolean).join('，')
        return `${listedZh(who)}${thought}，写好，等 ${waits} 秒`
      },
    passes: (compared) => (who) => `${listedZh(who)}想了想，不说话${compared && `（${compared}）`}`,
    leaves: (to) => (who) => `${listedZh(who)}让给${to}：一次调用一起判断`,
    silent: (why) => (who) => `${listedZh(who)}不说话：${why}`,
    offField: (compared) => phrases.zh.silent(`不是自己的领域（${compared}）`),
    outOfBudget:
      ({ used, limit, what, window, freesIn }) =>
      (who) =>
        `${listedZh(who)}预算用完：${spans.zh[window]}已用 ${used}/${limit} ${what === 'tokens' ? '个 token' : '条'}，${freesIn} 秒后恢复`,
    held: (spent) => (who) => `${phrases.zh.outOfBudget(spent)(who)}：先在消息上放 ⏳，到时再答`,
    startsOver: (who) => `${listedZh(who)}放弃草稿，重新来过：其间又被点名`,
    again: {
      send: (faster) => (who) => `${listedZh(who)}看了${faster}的话，还是要说`,
      shorten: (faster) => (who) => `${listedZh(who)}看了${faster}的话，少说一点`,
      drop: (faster) => (who) => `${listedZh(who)}放弃草稿：${faster}先答了`,
    },
    why: {
      aimed: '说给别人的，没有问模型',
      onlyBots: (messages, most) => `人说话之后机器人已有 ${messages} 条，最多 ${most} 条`,
      repeated: '说过了',
    },
    table: {
      title: '结果',
      said: '发言',
      calls: '调用',
      tokens: 'token',
      withoutCall: '没问模型就不说话',
      gates: { addressee: '说给别人', relevance: '领域不对', budget: '预算', loop: '只剩机器人' },
    },
    withoutCall: (turns, all) => `${all} 个回合里有 ${turns} 个由不花钱的规则结束，没有问模型。`,
    next: '轮到你了：chime serve 打开网页，chime chat 就在这里聊。',
  },
}

const spans: Record<'en' | 'zh', Record<string, string>> = {
  en: { short: '5 minutes', medium: '3 hours', long: '24 hours' },
  zh: { short: '5 分钟', medium: '3 小时', long: '24 小时' },
}

const isMany = (who: readonly string[]): boolean => who.length > 1
const listed = (who: readonly string[]): string => who.join(' and ')
const listedZh = (who: readonly string[]): string => who.join('、')
