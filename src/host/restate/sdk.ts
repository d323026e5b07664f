// The one file that knows Restate's packages: they are installed where a cluster is wanted, and nowhere else.
export { createEndpointHandler, handlers, object, serde, TerminalError } from '@restatedev/restate-sdk'
export type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk'
export { connect, HttpCallError, Opts, SendOpts } from '@restatedev/restate-sdk-clients'
