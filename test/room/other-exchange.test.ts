import { describe, expect, it } from 'vitest'
import { addressedToOther, continuesOtherExchange, iris, nothing, nova, room } from './reading-room.ts'

describe('what goes on from an earlier message', () => {
  it('is probably aimed elsewhere for a minute', () => {
    const { say } = room()
    say('Ann', 'Bob: look', { ts: 0 })
    expect(say('Ann', 'it is odd', { ts: 60_000 })).toEqual(continuesOtherExchange)
    expect(say('Ann', 'it is odd', { ts: 60_001 })).toEqual(nothing)
  })

  it.each(['How do I fit a regression in R?', 'which regression fits best', 'hi, I am back', 'does anybody know'])(
    'is not a new beginning: %s',
    (text) => {
      const { say } = room()
      say('Ann', 'Bob: look')
      expect([say('Ann', text), say('Ann', 'it is odd')]).toEqual([nothing, nothing])
    },
  )

  it.each(['And how does it end?', 'but why?', '那测试呢？'])(
    'is a question that begins as a continuation: %s',
    (text) => {
      const { say } = room()
      say('Ann', 'Bob: look')
      expect(say('Ann', text)).toEqual(continuesOtherExchange)
    },
  )

  it.each(['hi Ann', 'welcome Ann!', 'thanks Ann :)', 'bye Ann', 'thank you so much, Ann', '谢谢Ann', 'спасибо, Ann'])(
    'is nothing that begins with a courtesy: %s',
    (text) => {
      const { say } = room()
      say('Ann', 'it is odd')
      expect(say('Bob', text)).toEqual(addressedToOther)
      expect([say('Ann', 'the sun is out'), say('Bob', 'so it is')]).toEqual([nothing, nothing])
    },
  )

  it('begins with what is more than a courtesy', () => {
    const { say } = room()
    say('Ann', 'it is odd')
    say('Bob', 'hi Ann, I looked at the logs')
    expect([say('Ann', 'they are long'), say('Bob', 'and slow')]).toEqual([
      continuesOtherExchange,
      continuesOtherExchange,
    ])
    say('Cid', 'Bob: that too')
    expect(say('Cid', 'and more')).toEqual(continuesOtherExchange)
  })

  it('is no answer to somebody unknown', () => {
    const { say } = room()
    say('Ann', 'Bob: look')
    expect(say('Ann', 'it is odd', { replyTo: 'unknown' })).toEqual(nothing)
  })

  it('is aimed at the bot when the bot was addressed', () => {
    const { read } = room()
    read('Ann', '小鸢，看').addressingOf(iris)
    const next = read('Ann', 'it is odd')
    expect([next.addressingOf(iris), next.addressingOf(nova)]).toEqual([nothing, continuesOtherExchange])
  })

  it('gives way to a call of another', () => {
    const { say } = room()
    say('Ann', 'Iris, look')
    expect(say('Ann', 'Bob: and you?')).toEqual(addressedToOther)
    expect(say('Ann', 'it is odd')).toEqual(continuesOtherExchange)
  })

  it('is an answer to whoever called its sender', () => {
    const { say } = room()
    say('Ann', 'Bob: look')
    expect(say('Bob', 'yes, I see')).toEqual(continuesOtherExchange)
    say('iris', 'Dan, what is it?')
    expect(say('Dan', 'a bird')).toEqual(nothing)
  })
})
