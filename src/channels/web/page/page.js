// @ts-check
// The chat page: rooms, the live stream, and the composer.
import { roomIn } from './address.js'
import { makeView } from './view.js'
import { words } from './words.js'

/** @typedef {{ id: string, title: string, bots: { id: string, name: string, role: string }[] }} Room */
/** @typedef {import('../rooms.ts').RoomMessage} RoomMessage */
/** @typedef {import('./fates.js').BotVerdict} BotVerdict */
/** What the routes answer, one of them each. @typedef {{ rooms: Room[], messages: RoomMessage[], verdicts: BotVerdict[] }} Answer */

const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))
const nameField = /** @type {HTMLInputElement} */ (part('name'))
const textField = /** @type {HTMLTextAreaElement} */ (part('text'))
const composer = /** @type {HTMLFormElement} */ (part('composer'))

/** @type {Room[]} */
let rooms = []
/** @type {Room | undefined} */
let room
/** @type {EventSource | undefined} */
let stream
/** Counts connections: what an earlier one still brings is dropped. */
let attempt = 0
/** Unknown until the first try. @type {boolean | undefined} */
let isLive
/** @type {'en' | 'zh'} */
let language =
  remembered('language') === 'zh' || (!remembered('language') && /^zh/i.test(navigator.language)) ? 'zh' : 'en'
/** The post on its way or failed: the same text again is the same message. */
let draft = { id: '', of: '' }

const view = makeView(
  { log: part('log'), list: part('list'), empty: part('empty'), newer: part('newer') },
  (bot) => room?.bots.find(({ id }) => id === bot)?.name ?? bot,
)

nameField.value = remembered('name')
nameField.addEventListener('change', () => remember('name', nameField.value.trim()))
part('language').addEventListener('click', () => {
  language = language === 'zh' ? 'en' : 'zh'
  remember('language', language)
  speak()
})
textField.addEventListener('keydown', (event) => {
  // Enter that ends an input method's composition is not meant for us; 229 is how Safari says so.
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
  event.preventDefault()
  composer.requestSubmit()
})
composer.addEventListener('submit', (event) => {
  event.preventDefault()
  void send()
})
window.addEventListener('hashchange', enter)

speak()
void begin()

async function begin() {
  try {
    rooms = (await ask('/api/rooms')).rooms
    enter()
  } catch {
    setTimeout(() => void begin(), 3000)
  }
}

/** Enters the room that the address names, else the first. */
function enter() {
  const asked = roomIn(location.hash)
  room = rooms.find(({ id }) => id === asked) ?? rooms[0]
  view.reset()
  showRoom()
  showProblem(room ? '' : words[language].noRooms)
  void connect()
}

/** Reads what the room holds, then follows it; starts over by itself while the service is away. */
async function connect() {
  const mine = ++attempt
  stream?.close()
  if (!room) return
  const path = `/api/rooms/${encodeURIComponent(room.id)}`
  const again = () => {
    setLive(false)
    setTimeout(() => {
      if (mine === attempt) void connect()
    }, 3000)
  }
  /** The stream resumes messages only: verdicts missed are read again. */
  const catchUp = async () => {
    const answer = await ask(`${path}/verdicts?limit=200`).catch(() => undefined)
    if (mine === attempt) for (const verdict of answer?.verdicts ?? []) view.judge(verdict)
  }
  try {
    const { messages } = await ask(`${path}/messages?limit=200`)
    if (mine !== attempt) return
    for (const message of messages) view.add(message)
    view.showIfEmpty()
    stream = new EventSource(`${path}/stream?after=${messages.at(-1)?.seq ?? 0}`)
  } catch {
    return again()
  }
  stream.addEventListener('message', (event) => view.add(JSON.parse(event.data)))
  stream.addEventListener('removed', (event) => view.remove(JSON.parse(event.data).id))
  stream.addEventListener('verdict', (event) => view.judge(JSON.parse(event.data)))
  stream.addEventListener('open', () => {
    setLive(true)
    void catchUp()
  })
  stream.addEventListener('error', () => {
    setLive(false)
    // After an error status the browser does not try again by itself.
    if (mine === attempt && stream?.readyState === EventSource.CLOSED) again()
  })
}

async function send() {
  const name = nameField.value.trim()
  const text = textField.value.trim()
  if (!room || !name || !text || composer.ariaBusy === 'true') return
  remember('name', name)
  const of = JSON.stringify([room.id, name, text])
  if (draft.of !== of) draft = { id: newId(), of }
  composer.ariaBusy = 'true'
  try {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name, text, id: draft.id })
    await ask(`/api/rooms/${encodeURIComponent(room.id)}/messages`, { method: 'POST', headers, body })
    draft = { id: '', of: '' }
    showProblem('')
    if (textField.value.trim() === text) textField.value = ''
  } catch (error) {
    showProblem(error instanceof Problem ? error.message : words[language].unreachable)
    if (error instanceof Problem && error.status === 409) nameField.select()
  } finally {
    composer.ariaBusy = 'false'
  }
}

/** @param {string} path @param {RequestInit} [init] @returns {Promise<Answer>} */
async function ask(path, init) {
  const response = await fetch(path, init)
  const body = /** @type {Answer & { detail?: string }} */ (await response.json())
  if (!response.ok) throw new Problem(response.status, body.detail ?? response.statusText)
  return body
}

function speak() {
  const said = words[language]
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  for (const labelled of document.querySelectorAll('[data-label]'))
    labelled.ariaLabel = said[/** @type {'rooms'} */ (labelled.getAttribute('data-label'))]
  for (const spoken of document.querySelectorAll('[data-word]'))
    spoken.textContent = said[/** @type {'send'} */ (spoken.getAttribute('data-word'))]
  textField.placeholder = said.write
  part('language').textContent = said.otherLanguage
  part('language').lang = language === 'zh' ? 'en' : 'zh-CN'
  if (isLive !== undefined) setLive(isLive)
  view.speak(language)
}

function showRoom() {
  part('title').textContent = room?.title ?? ''
  document.title = room ? `${room.title} · Chime` : 'Chime'
  part('members').replaceChildren(
    ...(room?.bots ?? []).map(({ name, role }) => {
      const item = document.createElement('li')
      const strong = document.createElement('b')
      strong.textContent = name
      item.append(strong, ` ${role}`)
      return item
    }),
  )
  part('rooms').hidden = rooms.length < 2
  part('rooms').replaceChildren(
    ...rooms.map(({ id, title }) => {
      const link = document.createElement('a')
      link.href = `#${encodeURIComponent(id)}`
      link.textContent = title
      if (id === room?.id) link.ariaCurrent = 'page'
      return link
    }),
  )
}

/** @param {boolean} live */
function setLive(live) {
  isLive = live
  part('connection').className = live ? 'live' : 'lost'
  part('connection').textContent = live ? words[language].live : words[language].reconnecting
}

/** @param {string} text */
function showProblem(text) {
  part('problem').textContent = text
}

/** `crypto.randomUUID` is missing on plain http beyond localhost. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** @param {string} key */
function remembered(key) {
  try {
    return localStorage.getItem(`chime.${key}`) ?? ''
  } catch {
    return ''
  }
}

/** @param {string} key @param {string} value */
function remember(key, value) {
  try {
    localStorage.setItem(`chime.${key}`, value)
  } catch {
    // A browser that forbids storage just forgets.
  }
}

class Problem extends Error {
  /** @param {number} status @param {string} detail */
  constructor(status, detail) {
    super(detail)
    this.status = status
  }
}
