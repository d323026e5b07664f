// A part of the page that fails leaves the others alone.
import { Component, type ReactNode } from 'react'
import { wordsOf } from '../i18n.ts'
import { getState } from '../store.ts'

export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <p className="note" role="alert">
        {wordsOf[getState().lang].broken}
      </p>
    )
  }
}
