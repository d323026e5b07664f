// Another Chime that the bridge leads to.

export interface BridgePeer {
  id: string
  /** Where it takes events. */
  url: string
  /** `whsec_…`: those it may sign with, and those we sign with; two while they rotate. */
  keys: { in: readonly string[]; out: readonly string[] }
  /** Those that it shares with us. */
  groups: readonly string[]
}
