// What bounds a run of tools.

export interface RunSettings {
  /** Model calls of a run, that of the reply which began it included. */
  maxSteps: number
  /** How long a run may take, ms. */
  maxMs: number
  /** So often the same call with the same arguments is made. */
  maxRepeats: number
  modelTimeoutMs: number
  toolTimeoutMs: number
  maxOutputTokens: number
  maxTalkTokens: number
  /** Tokens that the model reads: at three quarters of them a run hands off. */
  contextTokens: number
  /** Pause before a model is asked again that failed, ms. */
  backoffMs: number
}
