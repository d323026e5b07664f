// Why a gate said what it said: fixed words are translated, a model's own words are not.
import { expect, test } from 'vitest'
import { inWords } from '../../visualizer/why/reason.ts'
import { zh } from '../../visualizer/words-zh.ts'

test('whatever a model says is shown as it says it', () => {
  const said = ['a human pause', 'good question', '__proto__', 'constructor', 'toString']
  expect(said.map((why) => inWords(why, zh))).toEqual(['像人一样停一下', ...said.slice(1)])
})
