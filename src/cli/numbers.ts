// Numbers of the command line: written out in digits; nothing, 0x1 and 1e3 are none.
import { InvalidArgumentError } from 'commander'

/** 0, 1, 2 … */
export function whole(text: string): number {
  return checked(text, Number.isSafeInteger, 'It must be a whole number.')
}

/** 1, 2, 3 … */
export function some(text: string): number {
  return checked(text, (value) => Number.isSafeInteger(value) && value >= 1, 'It must be a whole number, 1 or more.')
}

export function factor(text: string): number {
  return checked(text, (value) => value > 0, 'It must be a number above 0.')
}

export function price(text: string): number {
  return checked(text, Number.isFinite, 'It must be a number.')
}

export function share(text: string): number {
  return checked(text, (value) => value <= 1, 'It must be from 0 to 1.')
}

export function milliseconds(text: string): number {
  return checked(
    text,
    (value) => Number.isSafeInteger(value) && value >= 1,
    'It must be real, or a whole number of ms.',
  )
}

function checked(text: string, fits: (value: number) => boolean, otherwise: string): number {
  const value = /^(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})$/.test(text.trim()) ? Number(text) : Number.NaN
  if (Number.isNaN(value) || !fits(value)) throw new InvalidArgumentError(otherwise)
  return value
}
