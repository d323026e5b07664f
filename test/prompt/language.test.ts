// Which language a line is told to be answered in: only where its script or its words tell at once.
import { expect, test } from 'vitest'
import { languageOf } from '../../src/prompt/language.ts'

test.each([
  ['which test is it?', 'English'],
  ['thanks', 'English'],
  ['样本太小怎么办？', 'Chinese'],
  ['这个 TypeScript 的类型错误怎么修?', 'Chinese'],
  ['please look at 小研 and tell me what it does', 'English'],
  ['これはどうですか', 'Japanese'],
  ['이건 뭐예요?', 'Korean'],
  ['und welcher Test passt hier?', undefined],
  ['Какой тест подойдёт?', undefined],
  ['ok', undefined],
  ['https://example.org/the/what/which', undefined],
  ['', undefined],
])('%s', (text, language) => {
  expect(languageOf(text)).toBe(language)
})
