import { describe, expect, it } from 'vitest'
import { isQuestion } from '../../src/language/questions.ts'

describe('a question without a question mark', () => {
  it.each([
    ['English', ["what's wrong with this", 'hi, how do I do this', 'so what is the difference', 'Bob, how do I do it']],
    ['English', ['Question: what does it mean', 'anyone know a good way', 'could someone look', 'which one is it']],
    ['English', ['what version of it do you use', 'how big is it', 'does this work', 'why not', 'any ideas']],
    ['Chinese', ['这个咋弄', '統計學怎麼學', '统计学怎么学', '求助，代码跑不起来', '能不能快点', '为啥不行']],
    ['Japanese', ['これはどうすればいいですか', '誰か分かる人いますか', 'やり方を教えてください', '寒いですか。']],
    ['Korean', ['이거 어떻게 해요', '누가 좀 도와주실 분 있나요', '할까요', '맞습니까', '이거 뭐예요', '도와줘']],
    [
      'Russian',
      [
        'подскажите, как настроить',
        'А как посчитать',
        'кто-нибудь знает',
        'есть ли смысл',
        'ребята, где он',
        'Ребят а как написать',
      ],
    ],
  ])('is known by its words in %s: %s', (_, texts) => {
    expect(texts.filter((text) => !isQuestion(text))).toEqual([])
  })

  it.each([
    [
      'English',
      [
        'what a mess',
        'did that once',
        'do it',
        'when I run it fails',
        'which means it works',
        'who cares',
        'would be fun',
        'can do',
      ],
    ],
    ['English', ['I know how it works', 'so that is it', 'is good', 'https://x.example/?a=b', '']],
    ['Chinese', ['没啥', '啥也不懂', '好的', '我知道了']],
    ['Japanese', ['どうもありがとう', '何か食べた', 'どうぞ', '教えてくれた', 'どうしても']],
    ['Korean', ['안녕하세요', '내가 요리했어', '네', '배고프니까', '집에 가요']],
    ['Russian', ['я знаю, как это сделать', 'как вариант', 'это вряд ли выйдет', 'думаю, что так']],
  ])('is not seen where %s only uses such words: %s', (_, texts) => {
    expect(texts.filter(isQuestion)).toEqual([])
  })

  it('is looked for in steady time, however hostile the text', () => {
    const texts = ['\n', ' ', '. ', 'hi ', 'а ', 'what ', ', and ', 'а', '何'].map((part) => part.repeat(4_000))
    const before = performance.now()
    for (const text of texts) isQuestion(text)
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})
