// One Restate server for the tests of a file, in a folder of its own; it ends with them.
import { inject } from 'vitest'

/** Where the server of this run answers. */
export const restateServer = (): { ingress: string; admin: string } => inject('restate')
