// Which part of time lies where on the screen.

export interface Scale {
  from: number
  to: number
  left: number
  width: number
}

export const xOf = ({ from, to, left, width }: Scale, at: number): number => left + ((at - from) / (to - from)) * width

export const timeAt = ({ from, to, left, width }: Scale, x: number): number => from + ((x - left) / width) * (to - from)
