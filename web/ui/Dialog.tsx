import * as Radix from '@radix-ui/react-dialog'
import X from 'lucide-react/icons/x'
import {
  type ComponentProps,
  type FocusEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { ActionButton, Button } from './Button.tsx'
import { headingNear } from './restore-focus.ts'

// Not in TypeScript's DOM types yet: https://html.spec.whatwg.org/#the-closewatcher-interface
declare const CloseWatcher: new () => { onclose: (() => void) | null; destroy(): void }

interface DialogProps {
  readonly title: string
  readonly description: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Has its own backdrop, because Radix's backdrop needs an inline style sheet, which our CSP forbids. */
export function Dialog({ title, description, onClose, children }: DialogProps) {
  useState(keepWidthWithoutScrollbar)
  const [opener] = useState(() => document.activeElement)
  // The section is looked up now, because the opener may be removed while the dialog is open.
  const [section] = useState(() => opener?.closest('section'))
  const hasInput = useRef(false)
  useCloseOnEscapeOrBack(onClose)
  return (
    // Radix calls `onOpenChange` only to close the dialog.
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div
          aria-hidden
          className="fixed inset-0 z-40 animate-[fade-in_140ms_ease-out] bg-[rgb(8_14_10/0.55)]"
        />
        <Radix.Content
          className="dialog"
          onInput={() => {
            hasInput.current = true
          }}
          // Chips, steppers and calendars are buttons, which cause no input event.
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('form button')) hasInput.current = true
          }}
          // A tap outside the dialog must not lose what the golfer has typed or chosen.
          onInteractOutside={(event) => {
            if (hasInput.current || isInToast(event)) event.preventDefault()
          }}
          onEscapeKeyDown={(event) => {
            if (hasSuggestions()) event.preventDefault()
          }}
          onBlur={letFocusGoToToasts}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            giveFocusBack(opener, section)
          }}
        >
          {/* The title and the close button stay visible, however long the content is. */}
          <div className="dialog-header sticky -top-5 z-2 -mx-5 -mt-5 flex items-start justify-between gap-3 bg-sheet px-5 pt-5 pb-1">
            <Radix.Title className="font-display text-xl leading-snug">{title}</Radix.Title>
            <Radix.Close className="icon-button -mt-2 -mr-2 text-muted" aria-label="Close">
              <X size={20} />
            </Radix.Close>
          </div>
          <Radix.Description className="text-sm text-muted">{description}</Radix.Description>
          <div className="mt-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** One object for each open dialog or calendar, the latest last. Escape closes only the latest. */
const openLayers: object[] = []

/**
 * Closes the dialog or calendar on Escape and, where the browser supports it, on a phone's back gesture. If a
 * toast appeared later, Escape closes the toast first. Without this code, Radix would close an older toast
 * instead of a dialog that has just opened.
 */
export function useCloseOnEscapeOrBack(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  const [olderToast] = useState(findToast)
  useEffect(() => {
    const layer = {}
    openLayers.push(layer)
    const closeAtEscape = (event: KeyboardEvent) => {
      const toast = findToast()
      const isForToast = toast !== null && toast !== olderToast
      const isForOther = isForToast || hasSuggestions() || openLayers.at(-1) !== layer
      if (event.key !== 'Escape' || isForOther) return
      event.preventDefault()
      close()
    }
    // Without this listener, an Escape that closes something else would also trigger the CloseWatcher.
    const keepFromCloseWatcher = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault()
    }
    const watcher = 'CloseWatcher' in window ? new CloseWatcher() : undefined
    if (watcher) watcher.onclose = () => close()
    // The capture phase of the window comes before Radix's listener.
    window.addEventListener('keydown', closeAtEscape, true)
    window.addEventListener('keydown', keepFromCloseWatcher)
    return () => {
      openLayers.splice(openLayers.indexOf(layer), 1)
      window.removeEventListener('keydown', closeAtEscape, true)
      window.removeEventListener('keydown', keepFromCloseWatcher)
      watcher?.destroy()
    }
  }, [olderToast])
}

function findToast(): Element | null {
  return document.querySelector('.toast[data-state="open"]')
}

function hasSuggestions(): boolean {
  return document.activeElement?.matches('[role="combobox"][aria-expanded="true"]') === true
}

/** Focuses the first field, or the element with `data-autofocus`, instead of the close button. */
function focusFirstField(event: Event): void {
  const content = event.currentTarget
  if (!(content instanceof Element)) return
  const first = content.querySelector<HTMLElement>('input:not([hidden]), [data-autofocus]')
  if (first) event.preventDefault()
  first?.focus()
}

/** Focuses the opener or a nearby element, unless the screen has moved the focus, such as to a new card. */
function giveFocusBack(opener: Element | null, section: Element | null | undefined): void {
  if (document.activeElement !== document.body) return
  const target = opener?.isConnected ? opener : headingNear(section)
  if (target instanceof HTMLElement) target.focus()
}

/** Keeps the page from jumping when an open dialog removes the page's scrollbar. */
function keepWidthWithoutScrollbar(): void {
  const root = document.documentElement
  root.style.setProperty('--scrollbar-width', `${window.innerWidth - root.clientWidth}px`)
}

function isInToast({ detail }: { detail: { originalEvent: Event } }): boolean {
  const { target } = detail.originalEvent
  return target instanceof Element && target.closest('.toast') !== null
}

/** Stops the blur event, because the dialog's own listener would move the focus back into the dialog. */
function letFocusGoToToasts(event: FocusEvent): void {
  if (event.relatedTarget?.closest('.toast-viewport')) event.stopPropagation()
}

interface ConfirmButtonsProps
  extends Pick<ComponentProps<typeof ActionButton>, 'action' | 'pendingLabel' | 'autoFocus'> {
  readonly keepLabel: string
  readonly confirmLabel: string
  readonly onKeep: () => void
}

export function ConfirmDialog(props: DialogProps & Omit<ConfirmButtonsProps, 'onKeep'>) {
  return (
    <Dialog {...props}>
      <div className="wrap-anywhere">{props.children}</div>
      <ConfirmButtons {...props} onKeep={props.onClose} />
    </Dialog>
  )
}

/**
 * The button that changes nothing gets the focus when the dialog opens. Set `autoFocus` only if these buttons
 * appear in a dialog that is already open: Radix doesn't trap focus that was set before it listens.
 */
export function ConfirmButtons(props: ConfirmButtonsProps) {
  const look = 'min-w-fit flex-1'
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Button
        look="outline"
        className={look}
        autoFocus={props.autoFocus}
        data-autofocus
        onClick={props.onKeep}
      >
        {props.keepLabel}
      </Button>
      <ActionButton
        look="danger"
        className={look}
        action={props.action}
        label={props.confirmLabel}
        pendingLabel={props.pendingLabel}
      />
    </div>
  )
}
