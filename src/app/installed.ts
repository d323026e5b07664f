// What only a cluster needs: its packages are no part of a plain install.

/** Rejects with an error that names the command which brings them. */
export async function installed<T>(parts: () => Promise<T>): Promise<T> {
  try {
    return await parts()
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new Error("a cluster's packages are not installed: run `npm run cluster:install`, then start again", {
      cause,
    })
  }
}
