import { describe, expect, it } from 'vitest'
import { makeRelevance } from '../../machines/rules/relevance.ts'
import { termsOf } from '../../machines/rules/terms.ts'

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
