// How a name looks to a reader: names with a look in common are taken for one another (after Unicode's UTS 39).

/** Tells whether a person's name reads like one of `names`; worked out once for all whom it is asked about. */
export function makeReadsLike(names: Iterable<string>): (name: string) => boolean {
  const exact = new Set<string>()
  const plain = new Set<string>()
  for (const name of names) {
    for (const look of looksOf(name)) {
      exact.add(look)
      // Where a sign is a part of the name, as in C++, it tells names apart.
      if (look !== '' && withoutSigns(look) === look) plain.add(look)
    }
  }
  return (name) => looksOf(name).some((look) => exact.has(look) || plain.has(withoutSigns(look)))
}

/** A name as it is written, and in small and in large letters: I looks like l, and i does not. */
function looksOf(name: string): string[] {
  const bare = withoutMarks(name)
  return [bare, bare.toLowerCase(), bare.toUpperCase()].map(lookOf).filter((look) => look !== '')
}

const lookOf = (text: string): string =>
  text
    .replaceAll(confusable, (letter) => latin.get(letter) ?? letter)
    .toLowerCase()
    .replaceAll('rn', 'm')
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{S}#]+/gu, '')

const withoutMarks = (name: string): string =>
  name
    .slice(0, longestName)
    .normalize('NFKD')
    .replaceAll(/[\p{DI}\p{Cf}\p{Cc}\p{Z}\u2800\u{1D159}]+/gu, '')
    // Accents and strokes of any letter; a vowel of Thai or Hindi is another letter, and so is what kana are voiced by.
    .replaceAll(/[[\p{M}&&[\p{sc=Zinh}\p{sc=Cyrl}]]--\p{scx=Hira}]+/gv, '')

const withoutSigns = (look: string): string => look.replaceAll(/[\p{S}#]+/gu, '')

const longestName = 200

/** Letters of other scripts, and digits, that look like Latin ones as they stand. */
const latin = new Map(
  [
    // Cyrillic
    'АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ԌG ԚQ ԜW ҺH ӀI ЗZ ѴV ҮY ԀD ԐE ЬB',
    'аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx ԍg ԛq ԝw һh ӏl ѵv үy ԁd ԑe ьb пn гr иu',
    // Greek
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ϹC ϺM',
    'αa βb εe ηn ιi κk νv οo ρp τt υu χx γy ωw σo ςs ϲc ϳj μu',
    // Armenian, Cherokee
    'ՕO ՍU ՏS ԼL օo սu հh ոn յj ցg զq ռn եt',
    'ᎪA ᏴB ᏟC ᎠD ᎬE ᎻH ᎫJ ᏦK ᏞL ᎷM ᏃZ ᏢP ᎡR ᏚS ᎢT ᏙV ᎳW ᎥI',
    // Latin letters that nothing takes apart
    'ıi ȷj ɑa ɡg ɩi ƖI ǀl łl ŁL øo ØO đd ĐD ðd ħh ĦH ŧt ŦT ƀb ɨi ɪi ʙb ɢg ʜh ʟl ɴn ʀr ʏy ᴀa ᴄc ᴅd ᴇe ᴊj ᴋk ᴍm ᴏo ᴘp ᴛt ᴜu ᴠv ᴡw ᴢz ꜰf ꜱs',
    // What a reader takes for l or o
    'Il 1l |l 0o',
  ]
    .flatMap((row) => row.split(' '))
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
)
// A letter that looks like I looks like l.
for (const [letter, like] of latin) if (like === 'I') latin.set(letter, 'l')
const confusable = /[I10\|]|[\p{L}--[A-Za-z]]/gv
