// Old lines come back by the words, numbers, names and times of a question, and go for good when a person says so.
import { expect, test } from 'vitest'
import { dayMs, noon, room } from './room.ts'

const lobby = 'web:lobby'

/** Yesterday's talk about a sample size, and 200 lines since. */
function yesterday() {
  const { say, chatter, ...rest } = room()
  const asked = say(lobby, 'iris, how many people do we need per arm for the trial?', { at: noon - dayMs })
  const answer = say(lobby, 'About 60 more per arm: 80 % power at d = 0.5 needs 64, and you have four.', {
    by: 'iris',
    at: noon - dayMs + 5_000,
    replyTo: asked,
  })
  say(lobby, 'lunch anyone?', { by: 'bo', at: noon - dayMs + 60_000 })
  chatter(lobby, 200)
  return { say, chatter, asked, answer, ...rest }
}

test('"yesterday you said 60" finds the answer and its question 200 messages later', () => {
  const { say, recalled } = yesterday()
  const again = say(lobby, 'Yesterday you said 60: how did you get that?')
  expect(recalled('iris', lobby, again)).toEqual([
    'About 60 more per arm: 80 % power at d = 0.5 needs 64, and you have four.',
    'iris, how many people do we need per arm for the trial?',
  ])
})

test('after "forget that" it is not found any more, however it is asked for', () => {
  const { say, tell, recalled } = yesterday()
  const again = say(lobby, 'Yesterday you said 60: how did you get that?')
  say(lobby, 'From 80 % power at d = 0.5: 64 an arm, less the four you have.', { by: 'iris', replyTo: again })
  const order = tell('iris', lobby, 'iris, forget that')
  const once = say(lobby, 'Yesterday you said 60: how did you get that?')
  const more = say(lobby, 'iris, how many people do we need per arm for the trial? what power?')
  expect([recalled('iris', lobby, order), recalled('iris', lobby, once), recalled('iris', lobby, more)]).toEqual([
    [],
    [],
    [],
  ])
})

test('"that number" is the one that was just told, though nobody called it a number', () => {
  const { say, tell, chatter, recalled } = room()
  const told = say(lobby, 'iris note for later: the pilot had 37 people')
  say(lobby, 'Noted: 37 people in the pilot.', { by: 'iris', replyTo: told })
  tell('iris', lobby, 'oh right. iris please forget that number and dont mention it again')
  chatter(lobby, 60)
  const asked = say(lobby, 'iris, how many people did the pilot have?', { by: 'bo' })
  expect(recalled('iris', lobby, asked)).toEqual([])
})

test('another group never learns it, nor does another bot forget it', () => {
  const { say, tell, recalled } = yesterday()
  const elsewhere = say('web:den', 'Yesterday you said 60: how did you get that?')
  expect(recalled('iris', 'web:den', elsewhere)).toEqual([])
  tell('iris', lobby, 'iris, forget what was said about 60')
  const again = say(lobby, 'who said 60 yesterday?')
  expect([recalled('iris', lobby, again), recalled('rex', lobby, again).length]).toEqual([[], 2])
})

test('words of two Han signs, and what stands between longer ones', () => {
  const { say, chatter, recalled } = room()
  say(lobby, '服务器的口令贴在二楼打印机旁边', { by: 'bo' })
  say(lobby, '统计学的作业周五交', { by: 'bo' })
  chatter(lobby, 100)
  const printer = say(lobby, '打印机在哪？')
  const homework = say(lobby, '作业什么时候交来着？')
  expect([recalled('iris', lobby, printer), recalled('iris', lobby, homework)]).toEqual([
    ['服务器的口令贴在二楼打印机旁边'],
    ['统计学的作业周五交'],
  ])
})

test('a question that does not ask back brings only what has much of its words', () => {
  const { say, chatter, recalled } = room()
  say(lobby, 'the editor lacks completion for the theme files', { by: 'bo' })
  chatter(lobby, 100)
  const other = say(lobby, 'which books on paper do you like, editor or author?')
  const back = say(lobby, 'bo said something about an editor, what did it lack?')
  expect([recalled('iris', lobby, other), recalled('iris', lobby, back)]).toEqual([
    [],
    ['the editor lacks completion for the theme files'],
  ])
})

test('the day that is spoken of and whose words they were decide between lines with the same words', () => {
  const { say, chatter, recalled } = room({ settings: { recallLines: 1 } })
  say(lobby, 'the deploy window is at 14 hours', { by: 'bo', at: noon - 3 * dayMs })
  say(lobby, 'the deploy window is at 16 hours', { by: 'cy', at: noon - dayMs })
  say(lobby, 'the deploy window is at 18 hours', { by: 'iris', at: noon - 2 * dayMs })
  chatter(lobby, 50)
  const ask = (text: string) => recalled('iris', lobby, say(lobby, text))
  expect([
    ask('when was the deploy window yesterday'),
    ask('the deploy window on Thursday was when?'),
    ask('deploy window: what did bo write about it?'),
    ask('which deploy window did you say?'),
  ]).toEqual([
    ['the deploy window is at 16 hours'],
    ['the deploy window is at 14 hours'],
    ['the deploy window is at 14 hours'],
    ['the deploy window is at 18 hours'],
  ])
})

test('what stands in the prompt anyway is not told twice, and nobody who asks for nothing is answered from the past', () => {
  const { say, chatter, recalled, memory } = room()
  say(lobby, 'the password of the guest network is swordfish')
  const near = say(lobby, 'what is the password of the guest network?')
  expect(recalled('iris', lobby, near)).toEqual([])
  chatter(lobby, 20)
  const far = say(lobby, 'what is the password of the guest network?')
  const unasked = { batch: [far], asked: [] as string[] }
  expect([recalled('iris', lobby, far).length, memory.of('iris').recall(lobby, unasked as never)]).toEqual([2, []])
})

test('no more lines and tokens than are allowed', () => {
  const { say, chatter, recalled } = room({ settings: { recallLines: 3, recallTokens: 80 } })
  for (let i = 0; i < 20; i += 1) say(lobby, `the budget of project apollo, part ${i}, is fixed`, { by: 'bo' })
  chatter(lobby, 20)
  expect(recalled('iris', lobby, say(lobby, 'iris, the budget of project apollo?'))).toHaveLength(3)
})

test('of a long line the part that goes with the question', () => {
  const { say, chatter, recalled } = room({ settings: { recallTokens: 60 } })
  say(lobby, `${'Long words about nothing. '.repeat(100)}The zebra sleeps at noon. ${'And more of it. '.repeat(100)}`, {
    by: 'bo',
  })
  chatter(lobby, 20)
  const [line = ''] = recalled('iris', lobby, say(lobby, 'iris, when does the zebra sleep?'))
  expect([line.startsWith('…The zebra sleeps at noon. And more'), line.length < 300]).toEqual([true, true])
})

test('how the bot is called is no word to search for', () => {
  const { say, chatter, recalled } = room()
  say(lobby, 'iris, good morning')
  chatter(lobby, 20)
  expect(recalled('iris', lobby, say(lobby, 'iris, what about the llama?'))).toEqual([])
})

test('what is corrected or taken back leaves the note, which is renewed from there on', () => {
  const { say, memory, talk } = room()
  const place = { bot: 'iris', group: lobby }
  say(lobby, 'we meet at noon', { id: 'meet' })
  say(lobby, 'Ben brings the cake')
  const noted = 'They meet at noon\nBen brings the cake'
  memory.keepNote(place, 'iris web:lobby', { text: noted, upto: 2, generation: 0 }, 5)
  const keys = memory.corrected(lobby, 'meet', () => talk.correct(lobby, 'meet', 'we meet at three'))
  expect([keys, memory.of('iris').note(lobby)]).toEqual([['iris web:lobby'], 'Ben brings the cake'])
  expect(memory.sourceOf(place).lines.map(({ text }) => text)).toEqual(['we meet at three', 'Ben brings the cake'])
  // A renewal that was under way knew the old words.
  expect(memory.keepNote(place, 'iris web:lobby', { text: noted, upto: 2, generation: 0 }, 6)).toBe(false)
})

test('no note is made of what people say who are not served, nor renewed when they correct it', () => {
  const { say, memory, talk } = room()
  const place = { bot: 'iris', group: lobby }
  say(lobby, 'we meet at noon')
  say(lobby, 'the password is on the door', { id: 'strange', isRefused: true })
  expect(memory.sourceOf(place).lines.map(({ text }) => text)).toEqual(['we meet at noon'])
  memory.keepNote(place, 'iris web:lobby', { text: 'They meet at noon', upto: 2, generation: 0 }, 5)
  expect(memory.corrected(lobby, 'strange', () => talk.correct(lobby, 'strange', 'it is under the mat'))).toEqual([])
  expect(memory.sourceOf(place).lines).toEqual([])
  // It stays context: who is served may ask about it.
  expect(talk.lines(lobby, ['strange'])).toMatchObject([{ text: 'it is under the mat', refused: true }])
})

test('a recalled line of somebody who is not served bears its mark', () => {
  const { say, chatter, memory, asking } = room()
  say(lobby, 'the zebra password is hunter2', { by: 'mallory', isRefused: true })
  chatter(lobby, 80)
  const asked = say(lobby, 'iris, what was said about the zebra password?')
  const recalled = memory.of('iris').recall(lobby, asking(asked))
  expect(recalled).toMatchObject([{ text: 'the zebra password is hunter2', refused: true }])
})

test('"forget everything" leaves nothing, a line it replies to goes alone, and both survive a restart', () => {
  const { say, tell, chatter, recalled, memory, db } = room()
  const zebra = say(lobby, 'the zebra is in the cellar', { by: 'bo' })
  say(lobby, 'the llama is in the attic', { by: 'bo' })
  chatter(lobby, 20)
  memory.keepNote({ bot: 'iris', group: lobby }, 'iris web:lobby', { text: 'a llama', upto: 2, generation: 0 }, 5)
  tell('iris', lobby, 'forget that', { replyTo: zebra })
  const ask = (of: ReturnType<typeof room>, text: string) => of.recalled('iris', lobby, of.say(lobby, text))
  expect([
    recalled('iris', lobby, say(lobby, 'the zebra?')),
    recalled('iris', lobby, say(lobby, 'the llama?')),
  ]).toEqual([[], ['the llama is in the attic']])
  tell('iris', lobby, 'iris, forget everything')
  const again = room({ db })
  expect([ask(again, 'where is the llama?'), ask(again, 'the zebra?'), again.memory.of('iris').note(lobby)]).toEqual([
    [],
    [],
    undefined,
  ])
})
