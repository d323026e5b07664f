// One sign for the end of a line. A pattern with `^` begins anew after each of the others, which `[^\n]` runs across.

export const withPlainLineEnds = (text: string): string => text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
