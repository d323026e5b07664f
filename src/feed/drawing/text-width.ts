// How wide a text is without a browser: the widths of Inter, with room for the wider system fonts.

export function textWidth(text: string, size: number, weight: Weight = 'regular'): number {
  let em = 0
  for (const character of text) em += widthOf(character)
  return em * size * room[weight]
}

export type Weight = 'regular' | 'bold'

// DejaVu Sans, the widest of the usual system fonts, needs this much more than Inter.
const room: Record<Weight, number> = { regular: 1.1, bold: 1.22 }

const widthOf = (character: string): number => {
  const known = widths.get(character)
  if (known !== undefined) return known
  return character >= '\u2e80' ? 1 : 0.65
}

/** Width in em: the characters that are that wide. */
const table: [number, string][] = [
  [0.24, "ijlI'"],
  [0.28, ' !,.:;'],
  [0.35, 'ft()[]{}|/\\r'],
  [0.46, '1-_^`*"'],
  [0.54, 'ckvxyzsJ?'],
  [0.6, 'aegnohFELP7'],
  [0.64, 'bdpquBRSTXZKYAV023456890#$&+<=>~'],
  [0.76, 'CDGHNOQU'],
  [0.88, 'mwM%◷✓✕'],
  [0.95, 'W@→'],
]

const widths = new Map(
  table.flatMap(([width, characters]) => Array.from(characters, (character) => [character, width] as const)),
)
