import { Component, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** The last resort: catches our own errors in rendering a screen. */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <ScreenBroken /> : this.props.children
  }
}

/** Replaces a screen that cannot be shown. A reload usually helps. */
export function ScreenBroken() {
  return (
    <main className="column grid min-h-dvh place-items-center">
      <Notice
        as="h1"
        title="This screen can't be shown"
        action={<Button onClick={() => window.location.reload()}>Load Again</Button>}
      >
        Check your connection, then load it again. Nothing you saved is lost.
      </Notice>
    </main>
  )
}
