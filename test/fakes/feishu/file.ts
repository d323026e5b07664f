// What stands behind a picture or a file.

export interface File {
  /** What it holds; a number: so many zeros. */
  bytes: Uint8Array | number
  mime?: string
  /** `content-length`, true or not; absent: none is sent. */
  announced?: number
  /** The bytes go out packed. */
  packed?: true
  /** After so many bytes nothing more comes, or the connection is cut. */
  stallsAt?: number
  cutAt?: number
  /** Hears how many bytes were made by now. */
  told?: (bytes: number) => void
  /** Handle of the only app that gets it. */
  only?: string
}
