// @ts-check
// The room that the page's address names.

/** Of `#lobby`; an address that somebody has cut or typed is taken as it stands. @param {string} hash */
export function roomIn(hash) {
  const named = hash.replace(/^#/, '')
  try {
    return decodeURIComponent(named)
  } catch {
    return named
  }
}
