// What people and models write, made safe to store and show: no control, direction or tag characters.

const invisibleInNames = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu
// Joiners and variation selectors stay: emoji and several scripts need them.
const harmfulInText = /(?![\n\t])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu

/** A message's text: line ends as \n, half surrogates, controls, direction overrides and tag characters removed. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(harmfulInText, '').trim()

/** A member's name on one line: NFKC, nothing invisible, single spaces. */
export const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .normalize('NFKC')
    .replaceAll(invisibleInNames, '')
    .replaceAll(/ +/g, ' ')
    .trim()

/** Two names with the same fold are the same name. */
export const foldName = (name: string): string => cleanName(name).toLowerCase()
