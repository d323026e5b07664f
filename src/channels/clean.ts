// What people and models write, made safe to store and show: no control, direction, tag or invisible characters.

/** Shown as an empty cell, though Unicode counts them as signs. */
const blankSigns = String.raw`\u2800\u{1D159}`
const invisibleInNames = new RegExp(
  String.raw`[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}${blankSigns}]`,
  'gu',
)
const harmfulInText = /(?![\n\t])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu
/** Looked at one by one: emoji and several scripts need some of them. */
const ignorable = /\p{Default_Ignorable_Code_Point}/u
const visible = new RegExp(
  String.raw`[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}${blankSigns}]`,
  'u',
)

/** An invisible character where it changes what is seen; anywhere else it can only hide something. */
const needed = new RegExp(
  [
    // Joiners, within emoji and within scripts whose letters join.
    String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{M}]|[\p{L}--[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Han}\p{DI}]])[\u200C\u200D](?=[\p{L}\p{Extended_Pictographic}])`,
    // One variation selector behind what it varies.
    String.raw`(?<=[[\p{L}\p{N}\p{P}\p{S}]--\p{DI}])[\uFE00-\uFE0F]`,
    String.raw`(?<=\p{sc=Han})[\u{E0100}-\u{E01EF}]`,
    String.raw`(?<=[\p{L}&&\p{sc=Mong}])[\u180B-\u180D\u180F]`,
    // The order of mixed scripts.
    String.raw`[\u061C\u200E\u200F]`,
    // Fillers in a syllable of old Hangul.
    String.raw`\u115F(?=[\u1161-\u11A7])`,
    String.raw`(?<=[\u1100-\u115E])\u1160`,
  ].join('|'),
  'gv',
)

/**
 * A message's text: line ends as \n; half surrogates, controls, direction overrides, tags and whatever else shows nothing
 * removed. Empty when nothing in it can be seen.
 */
export function cleanText(text: string): string {
  const plain = text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(harmfulInText, '')
  const spaced = plain.replaceAll(/[\u2800\u{1D159}]/gu, ' ')
  const shown = ignorable.test(spaced) ? withoutIgnorable(spaced) : spaced
  return visible.test(shown) ? shown.trim() : ''
}

function withoutIgnorable(text: string): string {
  const kept = new Set(Array.from(text.matchAll(needed), ({ index }) => index))
  return text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, (sign, at: number) => (kept.has(at) ? sign : ''))
}

/** A member's name on one line: NFKC, nothing invisible, single spaces. Empty when nothing in it can be seen. */
export function cleanName(name: string): string {
  const shown = name
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .normalize('NFKC')
    .replaceAll(invisibleInNames, '')
    // What stood between a letter and its accent is gone.
    .normalize('NFKC')
    .replaceAll(/ +/g, ' ')
    .trim()
  return visible.test(shown) ? shown : ''
}

/** Two names with the same fold are the same name. */
export const foldName = (name: string): string => cleanName(name).toLowerCase()
