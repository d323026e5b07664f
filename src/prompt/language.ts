// In which language a line is written, where its script or its commonest words tell at once.

const scripts: [string, RegExp][] = [
  ['Japanese', /[\u3040-\u30ff]/gu],
  ['Korean', /[\uac00-\ud7af]/gu],
  ['Chinese', /\p{Script=Han}/gu],
  ['Thai', /\p{Script=Thai}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
]

/** Words that stand in nearly every English sentence and mean nothing elsewhere. */
const english =
  /\b(?:the|is|are|was|were|do|does|did|what|which|when|where|why|how|who|you|your|this|that|these|it's|its|i'm|have|has|can|could|should|would|will|with|for|from|and|but|not|don't|please|thanks|hello|there)\b/gi

/** The language's English name; undefined where it does not tell: many are written in one script. */
export function languageOf(text: string): string | undefined {
  const letters = text.replaceAll(/https?:\S+|`[^`]*`|@\S+/g, ' ')
  const latinWords = letters.match(/[a-z]+(?:'[a-z]+)?/gi)?.length ?? 0
  for (const [language, script] of scripts) {
    const signs = letters.match(script)?.length ?? 0
    // A word of another language may stand in a line of this one; a sign of Han is half a word.
    if (signs > 0 && signs >= latinWords) return language
  }
  const known = letters.match(english)?.length ?? 0
  return known >= 2 || (known === 1 && latinWords <= 4) ? 'English' : undefined
}
