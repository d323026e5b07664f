// Why a request of the bridge is not taken: a status and a sentence for its sender (RFC 9457).

export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: 400 | 401 | 403 | 422 | 503
  /** Whose key signed it; absent while nobody's did. */
  readonly peer?: string
  constructor(status: Refusal['status'], message: string, peer?: string) {
    super(message)
    this.status = status
    if (peer !== undefined) this.peer = peer
  }
}
