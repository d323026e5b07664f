import { describe, expect, it } from 'vitest'
import { makeRelevance, type Relevance } from '../../src/language/relevance.ts'
import { termsOf } from '../../src/language/terms.ts'

describe('relevance', () => {
  it('rises with the words of the field, and with a question', () => {
    const relevance = makeRelevance({ role: 'statistician', expertise: 'statistics, regression' })
    const texts = ['good morning', 'how are you?', 'a regression', 'which regression?', 'regression and statistics?']
    expect(texts.map((text) => Number(relevance(text).toFixed(2)))).toEqual([0, 0.25, 0.48, 0.64, 0.81])
  })

  it('of a bot without a field is that of any question', () => {
    const relevance = makeRelevance({ role: '', expertise: '' })
    expect(['good morning', 'これはどうすればいいですか'].map(relevance)).toEqual([0, 0.3])
  })
})

describe('everyday words of the field', () => {
  const profile = { role: 'code reviewer', expertise: 'bugs, tests; 代码、缺陷' }
  const problemWords = ['crash', 'memory leak', '闪退', '太慢', 'p值', 'bugs', '值', 'it is']
  const rounded = (relevance: Relevance) => (text: string) => Number(relevance(text).toFixed(2))
  const [plain, wordy] = [makeRelevance(profile), makeRelevance({ ...profile, problemWords })].map(rounded)

  it('make a complaint one of the field, where its own words do not', () => {
    const texts = ['a crash on save', 'why does it crash?', 'a leak of memory', '一保存就闪退', '页面太慢了', 'p值多少']
    expect(texts.map((text) => plain?.(text))).toEqual([0, 0.25, 0, 0, 0, 0.25])
    expect(texts.map((text) => wordy?.(text))).toEqual([0.48, 0.64, 0.48, 0.48, 0.48, 0.64])
  })

  it('count as one however many are said, and not beside the same word of the field', () => {
    const texts = ['a crash and a memory leak', 'a crash in the tests', 'two bugs', '一崩溃就闪退，太慢']
    expect(texts.map((text) => wordy?.(text))).toEqual([0.48, 0.73, 0.48, 0.48])
  })

  it('of several parts are all said, and a single sign or what everybody says is none', () => {
    expect(
      ['I have no memory of that', 'the tap has a leak', '值得', 'it is late'].map((text) => wordy?.(text)),
    ).toEqual([0, 0, 0, 0])
  })
})

describe('terms', () => {
  it('are the same in full width', () => {
    expect(termsOf('ＲＥＧＲＥＳＳＩＯＮ ｶｲｷ')).toEqual(termsOf('regression カイキ'))
  })

  it('are the same in every case of a Russian word', () => {
    const cases = ['регрессия', 'регрессии', 'регрессию', 'регрессией', 'регрессий', 'регрессиями', 'регрессиях']
    expect([...termsOf(cases.join(' '))]).toEqual(['регресс'])
    expect([...termsOf('статистик статистика статистике статистикой')]).toEqual(['статистик'])
  })

  it('of short words stay whole', () => {
    expect([...termsOf('код вода метод')]).toEqual(['код', 'вода', 'метод'])
  })
})
