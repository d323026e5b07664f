// A part of the page that folds to its heading, and stays as it was left.
import { useId, useState } from 'react'
import { recall, remember } from '../remembered.ts'

export interface Fold {
  id: string
  open: boolean
  toggle: () => void
}

/** `name` is remembered; `closed` is for who never chose. */
export function useFold(name: string, closed = false): Fold {
  const id = useId()
  const [open, setOpen] = useState(() => (recall(`fold.${name}`) || (closed ? 'closed' : 'open')) !== 'closed')
  const toggle = () => {
    remember(`fold.${name}`, open ? 'closed' : 'open')
    setOpen(!open)
  }
  return { id, open, toggle }
}

interface FoldButtonProps {
  fold: Fold
  name: string
  /** What is unfolded tells its name itself. */
  bare?: boolean
}

export const FoldButton = ({ fold: { id, open, toggle }, name, bare = false }: FoldButtonProps) => (
  <button type="button" className="fold" aria-expanded={open} aria-controls={open ? id : undefined} onClick={toggle}>
    <span className={bare && open ? 'unseen' : undefined}>{name}</span>
  </button>
)
