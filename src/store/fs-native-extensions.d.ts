// As far as the store uses it.
declare module 'fs-native-extensions' {
  /** Of the open file, not of its name; gone with its descriptor or the process. False: somebody else has it. */
  export function tryLock(fd: number, offset: number, length: number): boolean
}
