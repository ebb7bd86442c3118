import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** The last resort: a fault of ours in drawing a screen. */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <ScreenBroken /> : this.props.children
  }
}

/** A screen that cannot be shown; a fresh start is what helps. */
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
