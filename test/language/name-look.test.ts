import { describe, expect, test } from 'vitest'
import { makeReadsLike } from '../../src/language/name-look.ts'

/** Those of the names that read like one of the bot's. */
const among = (names: string[], bots: string[]) => names.filter(makeReadsLike(bots))

describe('a name reads like a bot’s', () => {
  test('in letters of another script, other widths, accents, case and signs', () => {
    const names = ['Вotzo', 'Ꮲotzo', 'ᏴOTZΟ', 'Ｂｏｔｚｏ', '𝐁otzo', 'Ⓑotzo', 'Bótzo', 'B̲o̲t̲z̲o̲', 'bOTZO', 'B0tzo']
    const signs = ['Botzo.', 'B-o-t-z-o', '_Botzo_', '🤖 Botzo', 'Bot zo', 'B\u2800otzo', 'Bot\u200Bzo', 'Botzo\u3164']
    expect(among([...names, ...signs], ['Botzo'])).toEqual([...names.filter((name) => name !== 'Ꮲotzo'), ...signs])
  })

  test('where a reader takes I, l, 1 and | for one another, or rn for m', () => {
    expect(among(['lris', '1ris', '|RIS', 'IRIS', 'iris', 'Ιris', 'Irina', 'Irs'], ['Iris'])).toEqual([
      'lris',
      '1ris',
      '|RIS',
      'IRIS',
      'iris',
      'Ιris',
    ])
    expect(among(['Torn', 'Tom', 'Ton'], ['Tom'])).toEqual(['Torn', 'Tom'])
  })

  test('but not where a sign is a part of the bot’s name, or a mark another letter', () => {
    expect(among(['C', 'C.', 'C+', 'C++', 'С++', 'C#', 'c ++!'], ['C++'])).toEqual(['C++', 'С++', 'c ++!'])
    expect(among(['か', 'が', 'กา', 'กี', 'กิ'], ['が', 'กิ'])).toEqual(['が', 'กิ'])
    expect(among(['小研', '小研。', '小 研', '小審', '研'], ['小研'])).toEqual(['小研', '小研。', '小 研'])
  })

  test('and never for want of letters', () => {
    expect(among(['...', '!!!', '\u200B', '', '🙂'], ['Iris', '***', '!!!', ''])).toEqual([])
    expect(among(['+', '++', '🙂'], ['+'])).toEqual(['+'])
  })

  test('of any length without a pause', () => {
    expect(among(['rn'.repeat(1_000_000), 'Ι\u0301'.repeat(500_000)], ['Iris'])).toEqual([])
  })
})
