// Numbers of the command line: written out in digits; nothing, 0x1 and 1e3 are none.
import { InvalidArgumentError } from 'commander'

const number =
  (fits: (value: number) => boolean, otherwise: string) =>
  (text: string): number => {
    const value = /^(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})$/.test(text.trim()) ? Number(text) : Number.NaN
    if (Number.isNaN(value) || !fits(value)) throw new InvalidArgumentError(otherwise)
    return value
  }

const isSome = (value: number): boolean => Number.isSafeInteger(value) && value >= 1

/** 0, 1, 2 … */
export const whole = number(Number.isSafeInteger, 'It must be a whole number.')
/** 1, 2, 3 … */
export const some = number(isSome, 'It must be a whole number, 1 or more.')
export const factor = number((value) => value > 0, 'It must be a number above 0.')
export const price = number(Number.isFinite, 'It must be a number.')
export const share = number((value) => value <= 1, 'It must be from 0 to 1.')
export const milliseconds = number(isSome, 'It must be real, or a whole number of ms.')
