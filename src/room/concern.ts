// How a message concerns each bot of its room: who is asked, who goes on with whom, and which one of them it is for.
import { ofField } from '../../machines/rules/for-others.ts'
import type { Relevance } from '../language/relevance.ts'
import { asksForQuiet, asksToSpeak } from '../language/sayings.ts'
import type { Aim, Listener, Reading } from './aim.ts'

/** A bot of the room, and what a text has in common with its field. */
export interface Seat extends Listener {
  relevanceOf: Relevance
}

/** By seat, in the order of the configuration. One-to-one chats need no more than `aimAt`. */
export function concernOf<S extends Seat>(reading: Reading, seats: readonly S[]): Map<S, Aim> {
  const aims = new Map(seats.map((seat) => [seat, reading.aimAt(seat)]))
  if (reading.isPerson) askOne(reading, aims)
  else leaveToNamed(reading, aims)
  for (const [seat, aim] of aims) aims.set(seat, withMarks(reading, aim))
  return aims
}

/** A bot's name in a text, called or not, means that it is for that bot: a colleague leaves it alone. */
function leaveToNamed<S extends Seat>({ isToAll }: Reading, aims: Map<S, Aim>): void {
  const isNamed = [...aims.values()].some(({ mentioned }) => mentioned)
  if (!isNamed || isToAll) return
  for (const [seat, aim] of aims) if (!aim.mentioned) aims.set(seat, elsewhere)
}

function askOne<S extends Seat>(reading: Reading, aims: Map<S, Aim>): void {
  leaveToNamed(reading, aims)
  const { partner, isAlone, isNearlyAlone, isShown, isNew, isClosing } = reading
  const isToBots = reading.toBots === 'bots' || (reading.toBots === 'you' && aims.size > 1)
  if (isShown || [...aims.values()].some(({ mentioned }) => mentioned)) {
    if (isToBots) for (const [seat, aim] of aims) if (!aim.mentioned) aims.set(seat, toBots)
    return
  }
  const owner = [...aims.keys()].find(({ ownId, bot }) => ownId === partner?.id || bot === partner?.id)
  if (isAlone) {
    const best = bestSuited(reading, [...aims.keys()])
    const one = owner && !(isNew && isColleaguesField(reading.text, owner, best)) ? owner : best
    for (const seat of aims.keys()) aims.set(seat, seat === one ? alone : elsewhere)
    return
  }
  if (isToBots) {
    for (const seat of aims.keys()) aims.set(seat, toBots)
    return
  }
  // A new question of a colleague's field is open talk: who answers it is judged by all of them.
  if (!owner || (isNew && isColleaguesField(reading.text, owner, bestSuited(reading, [...aims.keys()])))) return
  const others: Aim = isNew ? { mentioned: false } : goesOn
  // What only closes the talk needs no answer where others listen.
  const isAside = partner?.isInterrupted === true && !reading.isQuestion
  const own = isNearlyAlone ? alone : isClosing ? goesOn : isAside ? aside : followUp
  for (const seat of aims.keys()) aims.set(seat, seat === owner ? own : others)
}

/** The nearest to its field; of equals who was not heard for longest, then the first. */
function bestSuited<S extends Seat>({ text, heardOf }: Reading, seats: readonly S[]): S | undefined {
  const ranked = seats.map((seat) => ({ seat, near: seat.relevanceOf(text), heard: heardOf(seat.ownId) }))
  const [best] = ranked.toSorted((a, b) => b.near - a.near || (a.heard === b.heard ? 0 : a.heard - b.heard))
  return best?.seat
}

/** A new question with words of the other's field, and none of the owner's. */
const isColleaguesField = <S extends Seat>(text: string, owner: S, best: S | undefined): boolean =>
  best !== undefined && best !== owner && best.relevanceOf(text) >= ofField && owner.relevanceOf(text) < ofField

function withMarks({ text, isQuestion, isClosing, isPerson }: Reading, aim: Aim): Aim {
  const isAsked = isPerson && (aim.mentioned || aim.asked !== undefined)
  const isCalled = aim.how === 'mention' || aim.how === 'called'
  const wish = !isAsked ? undefined : asksForQuiet(text, isCalled) ? 'quiet' : asksToSpeak(text) ? 'free' : undefined
  return {
    ...aim,
    ...(isQuestion && { question: true }),
    ...(isClosing && { closing: true }),
    ...(wish && { wish }),
  }
}

const elsewhere: Aim = { mentioned: false, addressedToOther: true }
const goesOn: Aim = { mentioned: false, continuesOtherExchange: true }
/** Said among people after the bot's answer: whether it still concerns the bot is judged like any other talk. */
const aside: Aim = { mentioned: false }
const alone: Aim = { mentioned: false, asked: 'alone' }
const followUp: Aim = { mentioned: false, asked: 'followUp' }
const toBots: Aim = { mentioned: false, toBots: true }
