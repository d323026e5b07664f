// Whose bot an id of the bridge means: `beta/rex` is the bot `rex` of the Chime `beta`, wherever it is said (X4).

export interface Whose {
  chime: string
  /** As its own Chime calls it. */
  bot: string
}

/** An id without a Chime that is known here is one of the speaker's own. */
export function whoIs(id: string, chimes: ReadonlySet<string>, speaker: string): Whose {
  const [chime = '', ...rest] = id.split('/')
  return rest.length > 0 && chimes.has(chime) ? { chime, bot: rest.join('/') } : { chime: speaker, bot: id }
}
