// A part of the page that fails leaves the others alone.
import { Component, type ComponentType, type ReactNode } from 'react'
import { wordsOf } from '../i18n.ts'
import { getState } from '../store.ts'

export class Boundary extends Component<{ of: ComponentType }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    const { of: Part } = this.props
    if (!this.state.failed) return <Part />
    return (
      <p className="note" role="alert">
        {wordsOf[getState().lang].broken}
      </p>
    )
  }
}
