// Where the bytes of a part are: which app heard it, and under which key the platform keeps them.

export interface Resource {
  /** The app id of the app that heard it: another one's token may be refused. */
  app: string
  /** As the platform asks for it: pictures are `image`, all else is `file`. */
  type: 'image' | 'file'
  key: string
}

/** Nothing when the key is none. */
export function refOf(app: string, type: Resource['type'], key: unknown): { ref?: string } {
  return typeof key === 'string' && keyShape.test(key) ? { ref: `${app} ${type} ${key}` } : {}
}

export function readRef(ref: string): Resource | undefined {
  const [, app, type, key] = refShape.exec(ref) ?? []
  if (app === undefined || key === undefined || (type !== 'image' && type !== 'file')) return undefined
  return { app, type, key }
}

/** It becomes part of an address: no dots alone, no spaces. */
const keyShape = /^\w\S{0,299}$/
const refShape = /^(\S{1,100}) (image|file) (\w\S{0,299})$/
