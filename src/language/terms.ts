// The words of a text, cheaply: stems for scripts with spaces, pairs of characters for Chinese and its neighbours.
import { fold } from './names.ts'

const stopWords = new Set(
  `a about after all also am an and any anyone are as at be been but by can could did do does done for from get go got
  had has have he hello help her here hey hi his how i if in into is it its just know let like ll look make me more my
  need new no not now of off ok on one only or our out over please re s see she should so some someone t than thank
  thanks that the their them then there these they thing this to too up us use used ve very want was way we well were
  what when where which who why will with would yeah yes you your assistant bot member everybody everyone`.split(/\s+/),
)

const functionSigns = new Set(
  '的了吗呢吧啊呀哦嗯是在我你您他她它们这那有没不也就都很和与及或要会能可以么什怎哪谁个一请问下把被让给对到说想看来去上里还再太吗为',
)

const endings = ['ing', 'ed', 'er', 'ly']
const firstCyrillic = 'а'.charCodeAt(0)
const cyrillic = /^[а-яё]+$/
/** Of nouns and adjectives; four letters stay. */
const russianEnding =
  /(?<=.{4})(?:и?[яа]ми|и?[яа]х|и?[яа]м|и?ей|и?ем|[оеиы]й|[аи]я|яя|[оеиы]е|[ое]го|[ое]му|[иы]ми|[иы]м|ом|[ую]ю|и[юи]|[ое]в|[аеиоуыьюя])$/

const word =
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+|[a-z0-9\u00c0-\u024f\u0370-\u052f\u0590-\u06ff\u0e00-\u0e7f][a-z0-9+#\u00c0-\u024f\u0370-\u052f\u0590-\u06ff\u0e00-\u0e7f]*/g

/** Content words as compared: `papers` and `paper` are one, 统计学 is 统计 and 计学. */
export function termsOf(text: string): Set<string> {
  const terms = new Set<string>()
  for (const run of fold(text).match(word) ?? []) {
    if (isCjk(run)) addPairs(run, terms)
    else if (run.length > 1 && !stopWords.has(run)) terms.add(stem(run))
  }
  return terms
}

export function isCjk(term: string): boolean {
  return term.charCodeAt(0) >= 0x3040 && term.charCodeAt(0) <= 0xd7af
}

function addPairs(run: string, terms: Set<string>): void {
  if (run.length === 1 && !functionSigns.has(run)) terms.add(run)
  for (let at = 0; at + 1 < run.length; at += 1) {
    if (!functionSigns.has(run.charAt(at)) && !functionSigns.has(run.charAt(at + 1))) terms.add(run.slice(at, at + 2))
  }
}

function stem(term: string): string {
  if (term.charCodeAt(0) >= firstCyrillic && cyrillic.test(term))
    return term.length < 5 ? term : term.replace(russianEnding, '')
  if (term.length < 5) return term.length > 3 && term.endsWith('s') && !term.endsWith('ss') ? term.slice(0, -1) : term
  const base = term.endsWith('ies')
    ? `${term.slice(0, -3)}y`
    : term.endsWith('s') && !term.endsWith('ss')
      ? term.slice(0, -1)
      : term
  const ending = endings.find((each) => base.endsWith(each))
  return ending !== undefined && base.length - ending.length >= 4 ? base.slice(0, -ending.length) : base
}
