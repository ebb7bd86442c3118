import * as Radix from '@radix-ui/react-dialog'
import X from 'lucide-react/icons/x'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'

// Not in TypeScript's DOM yet: https://html.spec.whatwg.org/#the-closewatcher-interface
declare const CloseWatcher: new () => { onclose: (() => void) | null; destroy(): void }

interface DialogProps {
  readonly title: string
  readonly description: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/**
 * A modal dialog, open as long as it is rendered. It has its own backdrop, because Radix's locks scrolling
 * with an inline style sheet, which the content security policy forbids.
 */
export function Dialog({ title, description, onClose, children }: DialogProps) {
  useState(keepWidthWithoutScrollbar)
  const [opener] = useState(() => document.activeElement)
  const [section] = useState(() => opener?.closest('section') ?? null)
  useBackGesture(onClose)
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Radix.Portal>
        <div className="dialog-shade" aria-hidden />
        <Radix.Content
          className="dialog"
          onInteractOutside={keepOpenForToasts}
          onEscapeKeyDown={keepOpenForSuggestions}
          onBlur={letFocusGoToToasts}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            giveFocusBack(opener, section)
          }}
        >
          <div className="dialog-head">
            <Radix.Title className="font-display text-xl leading-snug">{title}</Radix.Title>
            <Radix.Close className="icon-button -mt-2 -mr-2 text-muted" aria-label="Close">
              <X aria-hidden size={20} />
            </Radix.Close>
          </div>
          <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
          <div className="mt-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Makes a phone's back gesture close the dialog instead of leaving the screen, where supported. */
function useBackGesture(onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!('CloseWatcher' in window)) return
    const watcher = new CloseWatcher()
    watcher.onclose = () => close.current()
    // Escape would count as a back gesture too, but may be meant for a toast or calendar on top.
    const keepEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault()
    }
    window.addEventListener('keydown', keepEscape)
    return () => {
      window.removeEventListener('keydown', keepEscape)
      watcher.destroy()
    }
  }, [])
}

/** Focuses the first field or the marked button instead of the close button. */
function focusFirstField(event: Event): void {
  const content = event.currentTarget
  if (!(content instanceof Element)) return
  const first = content.querySelector<HTMLElement>('input:not([hidden]), [data-autofocus]')
  if (!first) return
  event.preventDefault()
  first.focus()
}

/**
 * Returns the focus to what opened the dialog or, if that is gone, to what the screen marks for it. Leaves
 * it where the screen has moved it meanwhile, such as to the card that was posted.
 */
function giveFocusBack(opener: Element | null, section: Element | null): void {
  if (document.activeElement !== document.body) return
  const mark = '[data-after-dialog]'
  const nearby = section?.isConnected ? section.querySelector(mark) : null
  const target = opener?.isConnected ? opener : (nearby ?? document.querySelector(mark))
  if (target instanceof HTMLElement) target.focus()
}

/** Keeps the page behind from jumping when it loses its scrollbar to an open dialog. */
function keepWidthWithoutScrollbar(): void {
  const root = document.documentElement
  root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`)
}

function keepOpenForToasts(event: Event & { detail?: { originalEvent?: Event } }): void {
  const target = event.detail?.originalEvent?.target
  if (target instanceof Element && target.closest('.toast')) event.preventDefault()
}

/** Lets Escape close a field's suggestions first. */
function keepOpenForSuggestions(event: KeyboardEvent): void {
  const { activeElement } = document
  if (activeElement?.matches('[role="combobox"][aria-expanded="true"]')) event.preventDefault()
}

/** Hides this blur from the dialog's listener on the document, which would keep the focus inside. */
function letFocusGoToToasts(event: FocusEvent): void {
  if (event.relatedTarget?.closest('.toast-viewport')) event.stopPropagation()
}

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
        <Button look="outline" className="min-w-fit flex-1" data-autofocus onClick={props.onClose}>
          {props.keepLabel}
        </Button>
        <Button
          look="danger"
          className="min-w-fit flex-1"
          pending={props.pending}
          onClick={props.onConfirm}
        >
          {props.pending ? props.pendingLabel : props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  )
}
