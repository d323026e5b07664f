// Who may use which tools: of several who ask, only what all of them may use.

/** A tool that is on in a group, and for whom. */
export interface ToolRight {
  name: string
  by: 'operators' | 'members'
}

/** Names of the tools that everybody of `askers` may use, in the order of `tools`; nobody asks: none. */
export const toolsFor = (
  askers: readonly string[],
  tools: readonly ToolRight[],
  operators: readonly string[],
): string[] =>
  askers.length === 0
    ? []
    : tools
        .filter(({ by }) => by === 'members' || askers.every((asker) => operators.includes(asker)))
        .map(({ name }) => name)
