// A button with a picture, and its name for those who point or listen.
import './drawn.css'

export const IconButton = ({ name, d, pressed, onClick }: IconButtonProps) => (
  <button
    type="button"
    className="picture soft"
    title={name}
    aria-label={name}
    aria-pressed={pressed}
    onClick={onClick}
  >
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={d} />
    </svg>
  </button>
)

interface IconButtonProps {
  name: string
  /** Of the path, in a square of 16. */
  d: string
  pressed?: boolean
  onClick: () => void
}
