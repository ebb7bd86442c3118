import type { ComponentProps, ReactNode } from 'react'

interface RowButtonProps extends ComponentProps<'button'> {
  readonly icon: ReactNode
  readonly tone?: 'ink' | 'flag'
  /** Whether its request is under way. It then keeps the focus but does nothing when pressed. */
  readonly pending?: boolean
}

/** A button as a row of a list. */
export function RowButton({
  icon,
  tone = 'ink',
  pending = false,
  onClick,
  children,
  ...rest
}: RowButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-disabled={pending || undefined}
      onClick={(event) => {
        if (!pending) onClick?.(event)
      }}
      className={`flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left font-semibold aria-disabled:opacity-75 ${tone === 'flag' ? 'text-flag hover:bg-flag-soft' : 'hover:bg-sunken'}`}
    >
      {icon}
      {children}
    </button>
  )
}
