// Words of a server's own, as they may stand in a line.

/** One line without signs that nobody sees. */
export function plainText(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
  return plain.length > most ? `${plain.slice(0, most).toWellFormed()}…` : plain
}
