import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { restoreFocus } from './restore-focus.ts'

const LOOKS = {
  primary: 'bg-fairway text-on-fairway hover:bg-fairway-strong',
  outline: 'border border-edge text-ink hover:bg-sunken',
  /** For an action that is paused until someone else acts. Pressing the button shows who must act. */
  paused: 'border border-dashed border-edge bg-sunken text-muted',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'bg-flag text-on-flag hover:bg-flag-strong',
  'danger-quiet': 'text-flag hover:bg-flag-soft',
} as const

export type ButtonLook = keyof typeof LOOKS

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook
  /** Whether a request is in progress. The button then keeps the focus but ignores presses. */
  readonly pending?: boolean
}

export const buttonClass = (look: ButtonLook) =>
  `inline-flex min-h-11 items-center justify-center gap-2 rounded-[0.625rem] px-4 py-2 font-semibold leading-tight transition-colors aria-disabled:opacity-75 disabled:opacity-75 ${LOOKS[look]}`

export function Button({ look = 'primary', className = '', ...rest }: ButtonProps) {
  return <PlainButton {...rest} className={`${buttonClass(look)} ${className}`} />
}

interface ActionButtonProps extends Omit<ButtonProps, 'pending' | 'onClick' | 'children'> {
  readonly action: { readonly isPending: boolean; readonly mutate: () => void }
  readonly label: string
  readonly pendingLabel: string
  /** The target of the action, such as 'for Friday Nine'. Only screen readers read it. */
  readonly about?: string
}

export function ActionButton(props: ActionButtonProps) {
  const { action, label, pendingLabel, about, ...rest } = props
  return (
    <Button {...rest} pending={action.isPending} onClick={() => action.mutate()}>
      {action.isPending ? pendingLabel : label}
      {about && <span className="sr-only"> {about}</span>}
    </Button>
  )
}

export function FormButton(props: ButtonProps) {
  return <Button {...props} look="outline" className="flex-1" />
}

/**
 * The button in a toast. Its outline is less tall than its touch target, and its negative margins keep the
 * toast from growing.
 */
export function ToastButton(props: Omit<ButtonProps, 'look'>) {
  return (
    <PlainButton
      ref={restoreFocus}
      {...props}
      className="relative -my-2 inline-flex min-h-11 flex-none items-center self-center rounded-[0.625rem] px-3.5 font-semibold whitespace-nowrap before:absolute before:inset-x-0 before:inset-y-1 before:rounded-lg before:border before:border-current hover:before:bg-current/12"
    />
  )
}

export function PlainButton({ pending, onClick, ...rest }: Omit<ButtonProps, 'look'>) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={(event) => {
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'look'> {
  readonly icon: LucideIcon
  readonly label: string
  readonly iconSize?: number
}

export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, iconSize = 20, className = '', ...rest } = props
  return (
    <PlainButton {...rest} aria-label={label} className={`icon-button ${className}`}>
      <Icon size={iconSize} />
    </PlainButton>
  )
}
