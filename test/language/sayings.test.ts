import { describe, expect, it, test } from 'vitest'
import { askedOf, asksForQuiet, asksToSpeak, isClosing } from '../../src/language/sayings.ts'

describe('a message only closes the talk', () => {
  test.each([
    'thanks!',
    'Thanks Iris',
    'ok',
    'got it, thanks',
    'cool',
    '👍',
    '谢谢',
    '好的',
    '收到，谢谢！',
    '嗯嗯',
    'спасибо',
  ])('%s', (text) => {
    expect(isClosing(text)).toBe(true)
  })
  test.each([
    'thanks, and how about 4?',
    'ok, so which one is it',
    '好的，那第二个呢',
    'yes',
    'no',
    '2+2?',
    '?',
    'hello',
    '好看',
    '',
  ])('%s does not', (text) => {
    expect(isClosing(text)).toBe(false)
  })
})

describe('a bot is asked for quiet', () => {
  test.each([
    'be quiet',
    'Iris, be quiet please',
    'not now',
    'Not now, Iris.',
    'stop',
    'please stop talking',
    'shut up Iris',
    '安静点',
    '小研，先别说话',
    '先别说话了吧',
    '不要插嘴',
  ])('%s', (text) => {
    expect([asksForQuiet(text), asksToSpeak(text)]).toEqual([true, false])
  })
  test.each([
    'not now, still at dayjob unfortunately. :/',
    "don't stop",
    'how do I stop the server?',
    'stop the build and start it anew',
    'the room is quiet',
    '他别说话的样子很好看',
    '这个函数停不下来',
  ])('%s does not ask for it', (text) => {
    expect(asksForQuiet(text)).toBe(false)
  })
})

test.each([
  'Iris not now please, we want to think about this ourselves first',
  'Iris, stop it please, you are too loud today',
  'Iris stop posting here for a while, this is a standup',
])('who calls the bot by name may say why it is to be quiet: %s', (text) => {
  expect([asksForQuiet(text, true), asksForQuiet(text)]).toEqual([true, false])
})

test.each(['Iris, stop, what is the p value?', 'Iris, how do I stop the server'])('a question is none: %s', (text) => {
  expect(asksForQuiet(text, true)).toBe(false)
})

test.each([
  'you can talk again',
  'Iris, you can speak freely now',
  'feel free to chime in',
  '可以说话了',
  '小研，你可以继续说了',
])('a bot is asked to speak again: %s', (text) => {
  expect([asksToSpeak(text), asksForQuiet(text)]).toEqual([true, false])
})

it('knows a question to the bots of the room, and one that means them only where there are several', () => {
  const asked = [
    'one of you: what is 2+2?',
    'any of the bots know?',
    '你们谁会 SQL？',
    '哪个机器人能看一下',
    'some of you know',
  ]
  expect(asked.map(askedOf)).toEqual(['you', 'bots', 'you', 'bots', undefined])
})
