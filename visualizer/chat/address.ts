// The room that the chat's address names.

/** Of `#lobby`; an address that somebody has cut or typed is taken as it stands. */
export function roomIn(hash: string): string {
  const named = hash.replace(/^#/, '')
  try {
    return decodeURIComponent(named)
  } catch {
    return named
  }
}
