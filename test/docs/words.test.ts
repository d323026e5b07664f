// Words of the field instead of words of our own, and in Chinese one word for each idea.
import { expect, test } from 'vitest'
import { pages, textOf, wordFiles } from './pages.ts'

/** What was said once, with what is said instead. */
const replaced: [RegExp, string][] = [
  [/\bwhoever works (here|on it)\b/i, 'Contributing'],
  [/^#+ The house$/im, 'Architecture'],
  [/\ba message[’']s way\b/i, 'How a message is handled'],
  [/\blook at the past\b/i, "You're viewing the past"],
  [/\bno objection\b/i, 'passed'],
  [/\btoo little to do with the bot\b/i, 'off-topic for this bot'],
  [/\baim(ed|s)? at\b/i, 'addressed to'],
  [/\bhuman pause\b/i, 'typing delay'],
  [/\bknock together\b/i, 'jitter'],
]

const replacedInChinese: [RegExp, string][] = [
  [/词元/, 'token'],
  [/磁带/, '记录'],
  [/频道|通道/, '渠道'],
  [/道门|逐门|关卡/, '闸门'],
  [/轮次/, '回合'],
  [/判定/, '裁决'],
  [/完整记录/, '全部记录'],
  [/朴素/, '简洁聊天页'],
  [/处处暂停/, '全部暂停'],
  [/读不懂/, '无法解析'],
  [/没有异议/, '通过'],
]

test.each([...pages, ...wordFiles])('%s uses the words of the field', (path) => {
  expect(outdated(path, replaced)).toEqual([])
})

const chinese = [...pages, ...wordFiles].filter((path) => /[\u4E00-\u9FFF]/.test(textOf(path)))

test.each(chinese)('%s has one Chinese word for each idea', (path) => {
  expect(outdated(path, replacedInChinese)).toEqual([])
})

/** Lines with a word that was replaced, and the word to use. */
function outdated(path: string, words: [RegExp, string][]): string[] {
  return textOf(path)
    .split('\n')
    .flatMap((line, i) =>
      words.filter(([word]) => word.test(line)).map(([word, now]) => `${path}:${i + 1} ${word.source} → ${now}`),
    )
}
