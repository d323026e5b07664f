// Names and ids as they stand in requests to models: OpenAI takes letters, digits, `_` and `-`.

/** Signs that a name and an id have there at most. */
export const longestOnWire = { name: 64, id: 40 }

export const withWireSigns = (text: string): string => text.replaceAll(/[^\w-]/g, '_')

/** `fs.read` is `fs_read` there. */
export const wireName = (name: string): string => withWireSigns(name).slice(0, longestOnWire.name) || '_'
