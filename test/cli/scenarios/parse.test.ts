import { describe, expect, test } from 'vitest'
import { parseScenario } from '../../../src/lab/eval/scenarios/parse.ts'
import { cueOf, isCue, isWhen, spanMs, whenMs } from '../../../src/lab/eval/scenarios/times.ts'

const problemsOf = (text: string): string[] => {
  try {
    parseScenario(text, 'a.yaml')
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

const sound = `title: One question
language: en
people: [Ann, { name: Ben, role: analyst }]
talk:
  - { id: q, at: 0s, who: Ann, text: 'Iris, which test?' }
  - { id: f, after: iris +10s, at: +60s, who: Ben, text: 'and why?' }
moments:
  - { want: MUST, line: q, by: iris, within: 20s, says: [rank, median] }
`

describe('a scenario file', () => {
  test('is read as it is written, with its name', () => {
    expect(parseScenario(sound, 'folder/a.yaml')).toEqual({
      file: 'a.yaml',
      title: 'One question',
      language: 'en',
      people: ['Ann', { name: 'Ben', role: 'analyst' }],
      talk: [
        { id: 'q', at: '0s', who: 'Ann', text: 'Iris, which test?' },
        { id: 'f', after: 'iris +10s', at: '+60s', who: 'Ben', text: 'and why?' },
      ],
      moments: [{ want: 'MUST', line: 'q', by: 'iris', within: '20s', says: ['rank', 'median'] }],
    })
  })

  test('has every problem named at once with line and column, in their order', () => {
    const text = `title: ''
language: klingon
people: [Ann]
groupSocial: { polcy: auto }
talk:
  - { id: q, at: soon, who: Ann, text: hi }
moments:
  - { want: SHOULD, line: q, withn: 20s }
  - { want: MUST, line: q, says: '(' }
`
    expect(problemsOf(text)).toEqual([
      'a.yaml:1:1: title: expected a title, found ""',
      'a.yaml:2:1: language: expected one of en, zh, ru, ja, ko, found "klingon"',
      'a.yaml:4:16: groupSocial.polcy: unknown key: did you mean "policy"?',
      'a.yaml:6:14: talk[0].at: expected a time such as 12s, +12s, 9:30 or "next day 9:30", found "soon"',
      'a.yaml:8:7: moments[0].want: expected one of MUST, MAY, SILENT, found "SHOULD"',
      'a.yaml:8:30: moments[0].withn: unknown key: did you mean "within"?',
      'a.yaml:9:28: moments[1].says: expected a regular expression that can be read (case never counts), found "("',
    ])
  })

  test('names what does not fit together', () => {
    const text = `title: t
language: en
people: [Ann]
talk:
  - { id: q, at: 0s, who: Anne, text: hi }
  - { id: q, at: +1s, who: Ann, text: hi, replyTo: later }
  - { after: irs +5s, who: Ann, text: hi }
  - { who: Ann }
  - { who: Ann, text: hi, group: b }
moments:
  - { want: MUST, line: x, by: ris }
  - { want: MUST, line: q, until: q }
`
    expect(problemsOf(text)).toEqual([
      'a.yaml:5:5: talk[0]: nobody is called "Anne": did you mean "Ann"?',
      'a.yaml:6:7: talk[1].id: "q" is taken by talk[0]',
      'a.yaml:6:43: talk[1].replyTo: no line before has the id "later": expected one of q, iris, rex',
      'a.yaml:7:7: talk[2].after: give the latest time as "at", too',
      'a.yaml:7:7: talk[2].after: no bot has the id "irs": did you mean "iris"?',
      'a.yaml:8:5: talk[3]: a line has "who" and "text" or "parts", or "filler" alone',
      'a.yaml:9:27: talk[4].group: there is no group "b": expected one of lobby',
      'a.yaml:11:19: moments[0].line: no line before has the id "x": did you mean "q"?',
      'a.yaml:11:28: moments[0].by: no bot has the id "ris": did you mean "iris"?',
      'a.yaml:12:28: moments[1].until: only SILENT has it: give "within"',
    ])
  })

  test('that is no YAML says where', () => {
    expect(problemsOf("title: 'a\ntalk: []")).toEqual([
      expect.stringMatching(/^a\.yaml:\d+:\d+: not valid YAML: .+: correct it$/),
    ])
    expect(problemsOf('')[0]).toBe('a.yaml:1:1: title: missing: give a title')
  })
})

describe('times', () => {
  test('spans add up, and a cue names a bot and a span', () => {
    expect(['500ms', '20s', '10m', '1h30m', '2d'].map(spanMs)).toEqual([500, 20_000, 600_000, 5_400_000, 172_800_000])
    expect(cueOf('iris +10s')).toEqual({ bot: 'iris', afterMs: 10_000 })
    expect([isCue('iris 10s'), isCue('any +1m'), isWhen('24:00'), isWhen('+5'), isWhen('next day 9:30')]).toEqual([
      false,
      true,
      false,
      false,
      true,
    ])
  })

  test('a line is told from the start, from the line before, or by the clock', () => {
    const [start, before] = [Date.UTC(2026, 2, 4, 16), Date.UTC(2026, 2, 4, 17)]
    const at = (when: string): string => new Date(whenMs(when, { start, before })).toISOString().slice(5, 16)
    expect(['10m', '+10m', '18:15', '9:30', 'next day 9:30'].map(at)).toEqual([
      '03-04T16:10',
      '03-04T17:10',
      '03-04T18:15',
      '03-05T09:30',
      '03-05T09:30',
    ])
  })
})
