// @ts-check
// The page around Stately's inspector: nothing is loaded from outside before the button is pressed.
import { inspector, makeBridge } from './bridge.js'
import { words } from './words.js'

const patienceMs = 15_000
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id))

/** @type {'en' | 'zh'} */
let language =
  remembered('language') === 'zh' || (!remembered('language') && /^zh/i.test(navigator.language)) ? 'zh' : 'en'
/** @type {'idle' | 'silent' | import('./bridge.js').State} */
let state = 'idle'
let leftOut = 0
let mostGroups = 0
/** @type {HTMLIFrameElement | undefined} */
let frame
/** @type {number | undefined} */
let patience

const bridge = makeBridge({
  frame: () => frame?.contentWindow ?? null,
  reload: load,
  openFeed: () => new EventSource('../api/stately/feed'),
  became,
  missed(steps) {
    leftOut += steps
    tellState()
  },
  full(groups) {
    mostGroups = groups
    tellState()
  },
})

window.addEventListener('message', bridge.hear)
part('start').addEventListener('click', load)
part('stop').addEventListener('click', unload)
part('language').addEventListener('click', () => {
  language = language === 'zh' ? 'en' : 'zh'
  remember('language', language)
  speak()
})
const theme = remembered('theme')
if (theme) document.documentElement.dataset.theme = theme
speak()

function load() {
  frame?.remove()
  leftOut = 0
  mostGroups = 0
  frame = document.createElement('iframe')
  frame.title = words[language].title
  // It may do what it likes in its frame, and not take this tab elsewhere.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads')
  frame.referrerPolicy = 'no-referrer'
  frame.src = `${inspector}/inspect`
  part('stage').append(frame)
  show(true)
  became('loading')
}

function unload() {
  bridge.close()
  frame?.remove()
  frame = undefined
  leftOut = 0
  mostGroups = 0
  show(false)
  became('idle')
  part('start').focus()
}

/** @param {boolean} isOn */
function show(isOn) {
  part('notice').hidden = isOn
  part('stage').hidden = !isOn
  part('stop').hidden = !isOn
}

/** @param {typeof state} next */
function became(next) {
  state = next
  clearTimeout(patience)
  if (next === 'loading') patience = window.setTimeout(() => became('silent'), patienceMs)
  tellState()
}

function tellState() {
  const { missed, full, ...said } = words[language]
  const parts = [said[state], leftOut > 0 ? missed(leftOut) : '', mostGroups > 0 ? full(mostGroups) : '']
  part('status').textContent = parts.filter(Boolean).join(' · ')
}

function speak() {
  const said = words[language]
  document.documentElement.lang = language
  document.title = `Chime · ${said.title}`
  for (const element of document.querySelectorAll('[data-word]')) {
    const word = said[/** @type {'title'} */ (element.getAttribute('data-word'))]
    element.textContent = word
  }
  if (frame) frame.title = said.title
  tellState()
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
