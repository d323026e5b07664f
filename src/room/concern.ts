// How a message concerns each bot of its room: who is asked, who goes on with whom, and which one of them it is for.
import { ofField } from '../../machines/rules/for-others.ts'
import type { Relevance } from '../language/relevance.ts'
import { asksForQuiet, asksToSpeak, asksToStop } from '../language/sayings.ts'
import type { Addressing, Listener, Reading } from './addressing.ts'

/** A bot of the room, and what a text has in common with its field. */
export interface FieldListener extends Listener {
  relevanceOf: Relevance
}

/** By bot, in the order of the configuration. One-to-one chats need no more than `addressingOf`. */
export function concernOf<S extends FieldListener>(reading: Reading, listeners: readonly S[]): Map<S, Addressing> {
  const addressings = new Map(listeners.map((listener) => [listener, reading.addressingOf(listener)]))
  if (reading.isPerson) askOne(reading, addressings)
  else leaveToNamed(reading, addressings)
  for (const [listener, addressing] of addressings) addressings.set(listener, withMarks(reading, addressing))
  return addressings
}

/** A bot's name in a text, called or not, means that it is for that bot: a colleague leaves it alone. */
function leaveToNamed<S extends FieldListener>({ isToAll }: Reading, addressings: Map<S, Addressing>): void {
  const isNamed = [...addressings.values()].some(({ mentioned }) => mentioned)
  if (!isNamed || isToAll) return
  for (const [listener, addressing] of addressings)
    if (!addressing.mentioned) addressings.set(listener, addressedToOther)
}

function askOne<S extends FieldListener>(reading: Reading, addressings: Map<S, Addressing>): void {
  leaveToNamed(reading, addressings)
  const { partner, isAlone, isNearlyAlone, isShown, isNew, isClosing } = reading
  const isToBots = reading.toBots === 'bots' || (reading.toBots === 'you' && addressings.size > 1)
  if (isShown || [...addressings.values()].some(({ mentioned }) => mentioned)) {
    if (isToBots)
      for (const [listener, addressing] of addressings) if (!addressing.mentioned) addressings.set(listener, toBots)
    return
  }
  const owner = [...addressings.keys()].find(({ ownId, bot }) => ownId === partner?.id || bot === partner?.id)
  if (isAlone) {
    const best = bestSuited(reading, [...addressings.keys()])
    const one = owner && !(isNew && isColleaguesField(reading.text, owner, best)) ? owner : best
    for (const listener of addressings.keys()) addressings.set(listener, listener === one ? alone : addressedToOther)
    return
  }
  if (isToBots) {
    for (const listener of addressings.keys()) addressings.set(listener, toBots)
    return
  }
  // A new question of a colleague's field is open talk: who answers it is judged by all of them.
  if (!owner || (isNew && isColleaguesField(reading.text, owner, bestSuited(reading, [...addressings.keys()])))) return
  const others: Addressing = isNew ? { mentioned: false } : continuesOtherExchange
  // What only closes the talk needs no answer where others listen.
  const isAside = partner?.isInterrupted === true && !reading.isQuestion
  const own = isNearlyAlone ? alone : isClosing ? continuesOtherExchange : isAside ? aside : followUp
  for (const listener of addressings.keys()) addressings.set(listener, listener === owner ? own : others)
}

/** The nearest to its field; of equals who was not heard for longest, then the first. */
function bestSuited<S extends FieldListener>({ text, heardOf }: Reading, listeners: readonly S[]): S | undefined {
  const ranked = listeners.map((listener) => ({
    listener,
    near: listener.relevanceOf(text),
    heard: heardOf(listener.ownId),
  }))
  const [best] = ranked.toSorted((a, b) => b.near - a.near || (a.heard === b.heard ? 0 : a.heard - b.heard))
  return best?.listener
}

/** A new question with words of the other's field, and none of the owner's. */
const isColleaguesField = <S extends FieldListener>(text: string, owner: S, best: S | undefined): boolean =>
  best !== undefined && best !== owner && best.relevanceOf(text) >= ofField && owner.relevanceOf(text) < ofField

function withMarks({ said, isQuestion, isClosing, isPerson }: Reading, addressing: Addressing): Addressing {
  const requestedByPerson = isPerson && (addressing.mentioned || addressing.asked !== undefined)
  const isCalled = addressing.how === 'mention' || addressing.how === 'called'
  const wish = !requestedByPerson
    ? undefined
    : asksForQuiet(said, isCalled)
      ? 'quiet'
      : asksToSpeak(said)
        ? 'free'
        : asksToStop(said)
          ? 'stop'
          : undefined
  return {
    ...addressing,
    ...(isQuestion && { question: true }),
    ...(isClosing && { closing: true }),
    ...(wish && { wish }),
  }
}

const addressedToOther: Addressing = { mentioned: false, addressedToOther: true }
const continuesOtherExchange: Addressing = { mentioned: false, continuesOtherExchange: true }
/** Said among people after the bot's answer: whether it still concerns the bot is judged like any other talk. */
const aside: Addressing = { mentioned: false }
const alone: Addressing = { mentioned: false, asked: 'alone' }
const followUp: Addressing = { mentioned: false, asked: 'followUp' }
const toBots: Addressing = { mentioned: false, toBots: true }
