import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { restoreFocus } from '../../../ui/restore-focus.ts'

const ChosenContext = createContext<() => void>(() => undefined)

/** The height of the tab bar at the bottom of the screen, in px. */
const COVERED_PX = 76

/**
 * A menu button that follows the WAI-ARIA pattern: arrow keys move between the items, Escape and Tab close
 * the menu. Doesn't use Radix, because its positioning library is as large as the rest of this screen's code.
 */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const around = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // The button may disappear while it has the focus: the member is removed, or the golfer no longer owns
  // the group.
  useLayoutEffect(() => (button.current ? restoreFocus(button.current) : undefined), [])
  const list = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<'first' | 'last'>()
  const open = focused !== undefined

  useLayoutEffect(() => {
    if (focused === undefined) return
    const items = itemsOf(list.current)
    flipWhereCovered(list.current)
    items.at(focused === 'first' ? 0 : -1)?.focus()
  }, [focused])

  useEffect(() => {
    if (!open) return
    const ended = new AbortController()
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !around.current?.contains(target)) setFocused(undefined)
    }
    document.addEventListener('pointerdown', closeOutside, { signal: ended.signal })
    document.addEventListener('focusin', closeOutside, { signal: ended.signal })
    return () => ended.abort()
  }, [open])

  function closeAndReturn(): void {
    // Focus the button first. The chosen item may open a dialog, which returns the focus to it on closing.
    button.current?.focus()
    setFocused(undefined)
  }

  function move(event: KeyboardEvent): void {
    const items = itemsOf(list.current)
    const at = items.findIndex((item) => item.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Escape') closeAndReturn()
    else if (to !== undefined) items.at(to % items.length)?.focus()
    if (event.key === 'Tab') closeAndReturn()
    else if (event.key === 'Escape' || to !== undefined) event.preventDefault()
  }

  return (
    <div ref={around} className="relative">
      <button
        ref={button}
        type="button"
        className="icon-button text-muted"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setFocused(open ? undefined : 'first')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setFocused(event.key === 'ArrowDown' ? 'first' : 'last')
        }}
      >
        <EllipsisVertical aria-hidden size={20} />
      </button>
      {open && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          onKeyDown={move}
          className="sheet absolute top-full right-0 z-20 w-max min-w-52 p-1 shadow-raised! data-above:top-auto data-above:bottom-full"
        >
          <ChosenContext value={closeAndReturn}>{children}</ChosenContext>
        </div>
      )}
    </div>
  )
}

interface MenuItemProps {
  readonly Icon: typeof EllipsisVertical
  readonly onChosen: () => void
  /** Whether the action is destructive. */
  readonly warns?: boolean
  readonly children: string
}

export function MenuItem({ Icon, onChosen, warns = false, children }: MenuItemProps) {
  const close = use(ChosenContext)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={`flex min-h-11 w-full items-center gap-3 rounded-[0.625rem] px-3 text-left font-semibold ${warns ? 'text-flag hover:bg-flag-soft' : 'hover:bg-sunken'}`}
      onClick={() => {
        close()
        onChosen()
      }}
    >
      <Icon aria-hidden size={18} />
      {children}
    </button>
  )
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
}

function flipWhereCovered(list: HTMLElement | null): void {
  if (list === null) return
  const { bottom, height, top } = list.getBoundingClientRect()
  if (bottom > window.innerHeight - COVERED_PX && top > height + COVERED_PX) {
    list.dataset['above'] = ''
  }
}
