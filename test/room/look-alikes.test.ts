// A person whose name reads like the bot's in letters of another script: who calls that person does not call the bot.
import { expect, test } from 'vitest'
import { by, addressedToOther, nothing, room } from './reading-room.ts'

test('a look-alike name means the person who bears it, once that person has spoken', () => {
  const { say } = room()
  expect(say('Ann', 'Irіs, look')).toEqual(by('called'))
  expect(say('Irіs', 'hello everybody')).toEqual(nothing)
  expect(say('Ann', 'Irіs, look')).toEqual(addressedToOther)
  expect(say('Ann', '@IRІS look')).toEqual(addressedToOther)
  expect(say('Ann', 'Iris, look')).toEqual(by('called'))
  expect(say('Ann', 'Irіs and Iris: look, Iris')).toEqual(by('called'))
})

test('a look-alike that nobody bears is the bot’s name, mistyped', () => {
  const { say } = room()
  say('Ирина', 'привет')
  expect(say('Ann', 'Irіs, look')).toEqual(by('called'))
})

test('a bot of that name is no person', () => {
  const { say } = room()
  say('Irіs', 'hello', { sender: { id: 'b', name: 'Irіs', bot: true } })
  expect(say('Ann', 'Irіs, look')).toEqual(by('called'))
})
