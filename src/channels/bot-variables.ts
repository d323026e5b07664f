// Variables of single bots: what the environment calls a bot's secret ends with the bot's id, as in CHIME_DISCORD_TOKEN_CODE_REX.

/** Of `code-rex`: CODE_REX */
export const variableEnd = (bot: string): string => bot.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')

/** Ends that stand for none of these bots. */
export function endsOfNobody(given: Readonly<Record<string, string>>, bots: readonly string[]): string[] {
  const known = new Set(bots.map(variableEnd))
  return Object.keys(given).filter((end) => !known.has(end))
}
