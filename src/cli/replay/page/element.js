// @ts-check
// Builds elements; text is always text, never markup.

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** @param {string} text @param {() => void} press @param {string} [label] */
export function button(text, press, label = text) {
  const made = element('button', { type: 'button', 'aria-label': label, title: label }, text)
  made.addEventListener('click', press)
  return made
}

/**
 * A chooser with its label.
 * @param {string} label @param {readonly (readonly [value: string, text: string])[]} options @param {string} value
 * @param {(value: string) => void} choose
 */
export function chooser(label, options, value, choose) {
  const select = element('select', {}, ...options.map(([each, text]) => element('option', { value: each }, text)))
  select.value = value
  select.addEventListener('change', () => choose(select.value))
  return element('label', {}, element('span', {}, label), select)
}

/** @param {string} id */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/** @param {readonly (readonly (Node | string)[])[]} rows the first one is the head @param {string} name @param {string} caption */
export function table(rows, name, caption) {
  const [head = [], ...body] = rows
  const made = element('table', { class: name }, element('caption', { class: 'unseen' }, caption))
  made.append(element('thead', {}, element('tr', {}, ...head.map((cell) => element('th', { scope: 'col' }, cell)))))
  made.append(element('tbody', {}, ...body.map(tableRow)))
  return made
}

/** @param {readonly (Node | string)[]} cells */
export function tableRow(cells) {
  return element(
    'tr',
    {},
    ...cells.map((cell, i) => (i === 0 ? element('th', { scope: 'row' }, cell) : element('td', {}, cell))),
  )
}
