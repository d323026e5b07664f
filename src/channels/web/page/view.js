// @ts-check
// Draws messages and fates into the log. What people and models wrote is only ever text.
import { makeFates } from './fates.js'
import { words } from './words.js'

/** @typedef {import('../rooms.ts').RoomMessage} RoomMessage */
/** @typedef {import('./fates.js').BotVerdict} BotVerdict */
/** @typedef {import('./fates.js').Fate} Fate */
/** @typedef {{ item: HTMLElement, reactions: HTMLElement, fates: HTMLElement }} Drawn */

const maxMessages = 500
const nearEndPx = 80
const groupedWithinMs = 5 * 60_000

/**
 * @param {{ log: HTMLElement, list: HTMLElement, empty: HTMLElement, newer: HTMLElement }} parts
 * @param {(bot: string) => string} nameOf
 */
export function makeView({ log, list, empty, newer }, nameOf) {
  /** @type {'en' | 'zh'} */
  let language = 'en'
  /** @type {RoomMessage[]} */
  let messages = []
  /** @type {Map<string, Drawn>} */
  let drawn = new Map()
  /** @type {Map<string, { fate: Fate, line: HTMLElement }>} */
  let lines = new Map()
  let fates = makeFates()

  /** @type {Map<string, HTMLElement>} */
  let chips = new Map()

  /** The last message with a line of its own. @type {RoomMessage | undefined} */
  let last

  const clear = () => {
    list.replaceChildren()
    drawn = new Map()
    chips = new Map()
    last = undefined
  }

  /** @param {string} id */
  const forget = (id) => {
    drawn.get(id)?.item.remove()
    drawn.delete(id)
    chips.get(id)?.remove()
    chips.delete(id)
    for (const [key, { fate }] of lines) if (fate.message === id) lines.delete(key)
  }

  /** A turn speaks for every message of its batch. @param {BotVerdict} verdict */
  const replaceQueued = ({ bot, messages: batch }) => {
    for (const [key, { fate, line }] of lines) {
      if (fate.kind !== 'queued' || fate.bot !== bot || !batch.includes(fate.message ?? '')) continue
      line.remove()
      lines.delete(key)
    }
  }

  let following = true
  const toEnd = () => {
    log.scrollTop = log.scrollHeight
  }
  newer.addEventListener('click', toEnd)
  log.addEventListener('scroll', () => {
    following = log.scrollHeight - log.scrollTop - log.clientHeight < nearEndPx
    if (following) newer.hidden = true
  })
  const follow = () => {
    if (following) toEnd()
  }
  // The log shrinks when the composer grows.
  new ResizeObserver(follow).observe(log)

  /** @param {RoomMessage} message */
  const draw = (message) => {
    const target = message.replyTo === undefined ? undefined : drawn.get(message.replyTo)
    if (message.type === 'reaction' && target) {
      const chip = reactionOf(message, words[language])
      target.reactions.append(chip)
      chips.set(message.id, chip)
      return
    }
    const answered = message.replyTo === last?.id ? undefined : messages.find(({ id }) => id === message.replyTo)
    const made = messageOf(message, last, answered, language)
    last = message
    drawn.set(message.id, made)
    list.append(made.item)
  }

  /** @param {{ fate: Fate, line: HTMLElement }} entry */
  const drawFate = ({ fate, line }) => {
    line.className = `fate ${fate.kind}`
    line.replaceChildren(element('b', '', nameOf(fate.bot)), ` ${words[language].fate(fate)}`)
    const place = fate.message === undefined ? undefined : drawn.get(fate.message)?.fates
    if (place && line.parentElement !== place) place.append(line)
  }

  return {
    reset() {
      clear()
      messages = []
      lines = new Map()
      fates = makeFates()
      following = true
      empty.hidden = true
      newer.hidden = true
    },

    /** @param {RoomMessage} message */
    add(message) {
      if (message.seq <= (messages.at(-1)?.seq ?? 0)) return
      draw(message)
      messages.push(message)
      for (const old of messages.splice(0, messages.length - maxMessages)) forget(old.id)
      empty.hidden = true
      newer.hidden = following
      follow()
    },

    /** @param {string} id */
    remove(id) {
      messages = messages.filter((message) => message.id !== id)
      forget(id)
    },

    /** @param {BotVerdict} verdict */
    judge(verdict) {
      const next = fates.add(verdict)
      if (verdict.turn !== null) replaceQueued(verdict)
      if (!next) return
      const entry = { fate: next.fate, line: lines.get(next.key)?.line ?? document.createElement('li') }
      lines.set(next.key, entry)
      drawFate(entry)
      follow()
    },

    showIfEmpty() {
      empty.hidden = messages.length > 0
    },

    /** @param {'en' | 'zh'} chosen */
    speak(chosen) {
      const top = log.scrollTop
      language = chosen
      clear()
      for (const message of messages) draw(message)
      for (const entry of lines.values()) drawFate(entry)
      log.scrollTop = top
      follow()
    },
  }
}

/**
 * @param {RoomMessage} message
 * @param {RoomMessage | undefined} before
 * @param {RoomMessage | undefined} answered
 * @param {'en' | 'zh'} language
 * @returns {Drawn}
 */
function messageOf(message, before, answered, language) {
  const said = words[language]
  const isGrouped = before?.sender === message.sender && !answered && message.ts - before.ts < groupedWithinMs
  const kinds = ['message', message.bot && 'bot', isGrouped && 'grouped'].filter(Boolean).join(' ')
  const item = element('li', kinds)

  const avatar = element('span', 'avatar', initialOf(message.name))
  avatar.dataset['hue'] = String(hueOf(message.sender))
  avatar.ariaHidden = 'true'

  const who = element('p', 'who')
  const name = element('b', '', message.name)
  name.dir = 'auto'
  const time = document.createElement('time')
  const sent = new Date(message.ts)
  time.dateTime = sent.toISOString()
  time.title = sent.toLocaleString(language)
  time.textContent = sent.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hour12: false })
  who.append(name, ...(message.bot ? [element('span', 'badge', said.bot)] : []), ...rehearsalBadge(message, said), time)

  const text = element('p', 'text', message.text)
  text.dir = 'auto'
  const reactions = element('ul', 'reactions')
  const fates = element('ul', 'fates')
  fates.setAttribute('aria-live', 'off')

  const body = element('div', 'body')
  const quote = answered ? [element('p', 'quote', `${answered.name}: ${answered.text.slice(0, 120)}`)] : []
  body.append(who, ...quote, text, reactions, fates)
  item.append(avatar, body)
  return { item, reactions, fates }
}

/** @param {RoomMessage} message @param {(typeof words)['en']} said */
function reactionOf(message, said) {
  const chip = element('li', 'reaction')
  chip.append(message.text, element('b', '', message.name), element('span', 'unseen', said.reaction))
  chip.append(...rehearsalBadge(message, said))
  return chip
}

/** @param {RoomMessage} message @param {(typeof words)['en']} said */
function rehearsalBadge(message, said) {
  if (!message.meta?.rehearsal) return []
  const badge = element('span', 'badge rehearsal', said.rehearsal)
  badge.title = said.rehearsalHint
  return [badge]
}

/** @param {string} tag @param {string} [className] @param {string} [text] */
function element(tag, className = '', text = '') {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.textContent = text
  return made
}

/** @param {string} name */
function initialOf(name) {
  const [first] = new Intl.Segmenter().segment(name)
  return first?.segment.toUpperCase() ?? '?'
}

/** @param {string} id */
function hueOf(id) {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997
  return sum % 8
}
