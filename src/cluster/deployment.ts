// Tells Restate where the workers are.

/**
 * Restate asks the URL which services and handlers are there, and sends every new call to the deployment that was registered
 * last. For development: services at the same URL are replaced by what is there now, calls that run there included.
 *
 * @throws {Error} with what Restate says
 */
export async function register(admin: string, url: string, timeoutMs = 10_000): Promise<string> {
  const response = await fetch(`${admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: url, use_http_11: false, force: true }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Error(`no answer of Restate at ${admin}, where ${url} was to be registered: ${String(error)}`)
  })
  const answer = (await response.json()) as { id?: string; message?: string }
  if (response.ok && answer.id !== undefined) return answer.id
  throw new Error(`Restate does not take ${url} (HTTP ${response.status}): ${answer.message ?? 'no reason given'}`)
}
