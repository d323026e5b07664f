// A part of the page that fails leaves the others alone, and is told of changes apart from them.
import { Component, type ComponentType, type ReactNode } from 'react'
import { wordsOf } from '../i18n.ts'
import { getState, Part, parts } from '../store.ts'

interface Props {
  of: ComponentType
  part: keyof typeof parts
}

export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    const { of: Shown, part } = this.props
    if (!this.state.failed)
      return (
        <Part value={parts[part]}>
          <Shown />
        </Part>
      )
    return (
      <p className="note" role="alert">
        {wordsOf[getState().lang].broken}
      </p>
    )
  }
}
