// How much of what a message carries is read, and for how long.

const megabyte = 1_000_000

/** Bytes that are fetched of a part; a text that is no PDF has its own bound. */
export const mostBytes = { picture: 10 * megabyte, file: 5 * megabyte, text: 200_000, voice: 10 * megabyte }

/** ms. `shown`: a request of the page for a picture. */
export const longest = { download: 15_000, decoding: 5_000, reading: 8_000, shown: 4_000 }

/** Of a picture as a model gets it: pixels of its longer side, bytes. */
export const reduced = { side: 1_024, bytes: megabyte }

/** Pixels of a picture as the page draws it in the talk, on screens with two of theirs for each. */
export const thumbnail = { width: 600, height: 260 }

/** Pixels of a picture as it comes: what has more is not decoded. */
export const mostPixels = 50_000_000

/** Bytes of a picture that has to be unpacked as a whole: one that is interlaced, progressive or a GIF. */
export const mostUnpacked = 128 * megabyte

/** UTF-16 units kept of a file's text: no allowance of tokens holds more. */
export const longestText = 40_000
