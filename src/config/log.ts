// The log that parts of the service write to.
import type { Logger } from 'pino'

export type Log = Logger
