// @ts-check
// The report: reads its data, and draws one group in one language.
import { button, chooser, element, part } from './element.js'
import { differPart, figuresPart, skipsPart } from './figures.js'
import { makePlots } from './plots.js'
import { makeAxis, timeFormats } from './time.js'
import { makeTurns } from './turns.js'
import { words } from './words.js'

/** @typedef {import('../series.ts').ReportData} Data */
/** @typedef {import('./plots.js').View} View */

const data = /** @type {Data} */ (JSON.parse(part('data').textContent ?? ''))
const names = data.runs.map(({ name }) => name)
/** @type {'en' | 'zh'} */
let language = /^zh/i.test(navigator.language) ? 'zh' : 'en'
let place = 0
/** Drawn once a frame, however many plots report the same zoom. @type {View | undefined} */
let wanted
/** @type {{ resize(): void, redraw(): void, destroy(): void } | undefined} */
let drawn

function draw() {
  drawn?.destroy()
  const w = words[language]
  const { talk } = data
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  document.title = `${w.title(talk.bot, talk.file)} · Chime`
  part('title').textContent = w.title(talk.bot, talk.file)
  part('subtitle').textContent = w.subtitle(talk.decide, talk.seed)
  part('language').textContent = w.otherLanguage
  for (const section of /** @type {const} */ (['figures', 'course', 'skips', 'turns']))
    part(`${section}-title`).textContent = w[section]
  part('tiles').replaceChildren(...figuresPart(data.runs, w))
  part('tiles').classList.toggle('pair', data.runs.length > 1)
  part('differ').replaceChildren(...(data.differ ? differPart(data.differ, names, w) : []))
  const turns = makeTurns({ filters: part('filters'), host: part('table') }, data, w, language)
  drawn = drawGroup(turns)
}

/** @param {ReturnType<typeof makeTurns>} turns */
function drawGroup(turns) {
  const w = words[language]
  const group = data.groups[place]
  if (!group) return undefined
  const axis = makeAxis(group.stretches)
  const plots = makePlots(part('plots'), group, axis, names, w, language, zoom)
  /** @type {View} */
  let view = { min: 0, max: axis.length }
  const range = element('span', { class: 'range', role: 'status' })
  const { minute } = timeFormats(language)
  part('bars').replaceChildren(...skipsPart(group, names, w))
  tools()
  show()

  function show() {
    plots.show(view)
    const [from, to] = [axis.timeOf(view.min), axis.timeOf(view.max)]
    range.textContent = `${minute(from)} – ${minute(to)}`
    turns.show({ group: place, from, to })
  }

  /** @param {View} asked */
  function zoom({ min, max }) {
    const span = Math.min(axis.length, Math.max(60_000, max - min))
    const from = Math.min(Math.max(0, min), axis.length - span)
    const isQueued = wanted !== undefined
    wanted = { min: from, max: from + span }
    if (isQueued) return
    requestAnimationFrame(() => {
      view = wanted ?? view
      wanted = undefined
      show()
    })
  }

  /** @param {number} factor @param {number} shift as a share of what is in view */
  function zoomBy(factor, shift) {
    const span = view.max - view.min
    const middle = (view.min + view.max) / 2 + shift * span
    zoom({ min: middle - (span * factor) / 2, max: middle + (span * factor) / 2 })
  }

  function tools() {
    const groups = data.groups.map(
      ({ name, messages }, i) => /** @type {const} */ ([String(i), `${name} (${messages.at.length})`]),
    )
    const choose = (/** @type {string} */ value) => {
      place = Number(value)
      draw()
    }
    part('tools').replaceChildren(
      ...(groups.length > 1
        ? [chooser(w.group, groups, String(place), choose)]
        : [element('strong', {}, group?.name ?? '')]),
      element(
        'span',
        { class: 'zoom' },
        button('−', () => zoomBy(2, 0), w.zoomOut),
        button('+', () => zoomBy(0.5, 0), w.zoomIn),
        button('←', () => zoomBy(1, -0.5), w.earlier),
        button('→', () => zoomBy(1, 0.5), w.later),
        button(w.whole, () => zoom({ min: 0, max: axis.length })),
      ),
      range,
    )
    part('help').textContent = axis.gaps.length > 0 ? `${w.help} ${w.silence}` : w.help
  }

  return {
    resize: plots.resize,
    redraw: () => plots.show(view),
    destroy: plots.destroy,
  }
}

part('language').addEventListener('click', () => {
  language = language === 'en' ? 'zh' : 'en'
  draw()
})
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw)
let width = innerWidth
addEventListener('resize', () => {
  if (innerWidth === width) return
  width = innerWidth
  drawn?.resize()
  drawn?.redraw()
})
draw()
