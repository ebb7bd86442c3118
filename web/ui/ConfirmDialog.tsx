import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** What the action applies to. */
  readonly description: string
  /** What the action will do. */
  readonly children: ReactNode
  /** The label of the button that cancels, which has the focus first. */
  readonly keepLabel: string
  readonly confirmLabel: string
  readonly pendingLabel: string
  readonly pending: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog title={props.title} description={props.description} onClose={props.onClose}>
      <div className="wrap-anywhere">{props.children}</div>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="outline" className="flex-1" data-autofocus onClick={props.onClose}>
          {props.keepLabel}
        </Button>
        <Button look="danger" className="flex-1" pending={props.pending} onClick={props.onConfirm}>
          {props.pending ? props.pendingLabel : props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
