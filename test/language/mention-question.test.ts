import { describe, expect, it } from 'vitest'
import { makeDirectory } from '../../src/language/directory.ts'
import { makeMentionMatcher } from '../../src/language/mention.ts'
import { spokenOf } from '../../src/language/spoken.ts'

const namings = (name: string, texts: readonly string[]) => {
  const naming = makeMentionMatcher({ id: 'x77.example.org', name, aliases: [] })
  return Object.fromEntries(texts.map((text) => [text, naming(text)]))
}
const all = (texts: readonly string[], naming: 'called' | undefined) =>
  Object.fromEntries(texts.map((text) => [text, naming]))

const table: [name: string, calls: string[], others: string[]][] = [
  [
    'Mark',
    [
      'Mark what do you think?',
      'mark what do you think',
      'Mark how would you do it?',
      'Mark where are you?',
      'Mark which of them would you take?',
      'Mark what time do you start?',
      'Mark what about the tests?',
      'Mark can you look at this?',
      'Mark are you there',
      'Mark don’t you agree?',
      'Mark could u check',
      'It fails again. Mark what do you think?',
      'hey Mark what do you think?',
      'ok Mark how did you fix that?',
      'so mark can you try it',
    ],
    [
      'Mark what you think is important',
      'mark what they say',
      'mark where it fails',
      'mark how it goes',
      'mark it as read',
      'mark all of them',
      'mark which files you changed',
      'a mark what do you think of it',
      'if it fails, mark what do you see',
      'mark can be wrong',
      'mark are young here',
      'they mark are you sure',
    ],
  ],
  [
    'Will',
    ['Will can you look?', 'Will what do you say?', 'Will what about lunch?', 'hi Will could you help me'],
    [
      'will what he says matter',
      'Will you help?',
      'will do you good',
      'will that can you',
      'Will it work?',
      'Will he?',
    ],
  ],
  ['May', ['May are you in today?', 'May what do you think?'], ['May I ask what do you think?', 'May you live long']],
  ['Hope', ['Hope how are you?', 'Hope would you join?'], ['hope you are well', 'hope how you feel improves']],
  ['root', ['root can you restart it?'], ['root can be reached', 'log in as root can you']],
  ['So', [], ['So what do you think?', 'so can you help?']],
  ['For', [], ['For what do you need it?', 'for how long have you been there']],
  ['Now', [], ['Now what do you want?', 'now can you see it']],
  ['What', [], ['What do you think?', 'What can you do?', 'what about you']],
]

describe('an everyday word before a question to "you" (M3)', () => {
  it.each(table)('%s is called where a question follows without a comma, and nowhere else', (name, calls, others) => {
    expect(namings(name, [...calls, ...others])).toEqual({ ...all(calls, 'called'), ...all(others, undefined) })
  })

  it.each(['Iris what about the logs?', 'Iris what do you think', 'Iris can you look?'])(
    'is no condition for other names: %s',
    (text) => {
      expect(namings('Iris', [text])).toEqual(all([text], 'called'))
    },
  )

  it('calls a colleague of that name', () => {
    const directory = makeDirectory(10)
    for (const name of ['Mark', 'Will', 'So']) directory.add({ id: name.toLowerCase(), name, aliases: [] })
    const calledIn = (text: string) => {
      const spoken = spokenOf(text)
      return directory.calledIn(spoken.text, spoken.openings())
    }
    const texts = ['Mark what do you think?', 'Will can you look?', 'Mark what you think', 'So what do you think?']
    expect(texts.map(calledIn)).toEqual([['mark'], ['will'], [], []])
  })
})
