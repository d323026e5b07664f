// Counts and shares as the report tells them: to the last digit, parted by thousands.

/** `17,857`. */
export const numberText = (n: number): string => Math.round(n).toLocaleString('en-GB')

/** `3.9 %`. */
export const shareText = (share: number): string => `${Math.round(share * 1_000) / 10} %`
