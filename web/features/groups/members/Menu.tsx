import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { restoreFocus } from '../../../ui/restore-focus.ts'

const TAB_BAR_PX = 76

/**
 * A menu button that follows the WAI-ARIA pattern: arrow keys move between the items, Escape and Tab close
 * the menu. Doesn't use Radix, because its positioning library is as large as the rest of this screen's code.
 */
export function Menu(props: {
  label: string
  items: readonly {
    readonly Icon: typeof EllipsisVertical
    readonly text: string
    readonly onChosen: () => void
    readonly isDangerous?: boolean
  }[]
}) {
  const { label, items } = props
  const id = useId()
  const menuArea = useRef<HTMLDivElement>(null)
  /** Which item gets the focus when the menu opens. Undefined while the menu is closed. */
  const [initialIndex, setInitialIndex] = useState<0 | -1>()
  const isOpen = initialIndex !== undefined

  useLayoutEffect(() => {
    if (initialIndex !== undefined) itemsIn(menuArea.current).at(initialIndex)?.focus()
  }, [initialIndex])

  useEffect(() => {
    if (!isOpen) return
    const listeners = new AbortController()
    const closeOnOutsidePress = ({ target }: Event) => {
      if (target instanceof Node && !menuArea.current?.contains(target)) setInitialIndex(undefined)
    }
    document.addEventListener('pointerdown', closeOnOutsidePress, { signal: listeners.signal })
    document.addEventListener('focusin', closeOnOutsidePress, { signal: listeners.signal })
    return () => listeners.abort()
  }, [isOpen])

  function closeAndFocusButton(): void {
    // Focus the button first. If the chosen item opens a dialog, closing the dialog returns the focus here.
    menuArea.current?.querySelector('button')?.focus()
    setInitialIndex(undefined)
  }

  function handleKey(event: KeyboardEvent): void {
    const menuItems = itemsIn(menuArea.current)
    const currentIndex = menuItems.findIndex((item) => item.matches(':focus'))
    const nextIndex = { ArrowDown: currentIndex + 1, ArrowUp: currentIndex - 1, Home: 0, End: -1 }[
      event.key
    ]
    if (nextIndex !== undefined) menuItems.at(nextIndex % menuItems.length)?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') closeAndFocusButton()
    else return
    // On Tab, let the browser move the focus on from the menu button.
    if (event.key !== 'Tab') event.preventDefault()
  }

  return (
    <div ref={menuArea} className="relative -mt-2 -mr-2 ml-auto shrink-0 min-[18rem]:-ml-2">
      <button
        // The button may disappear while it has the focus, for example because the member was removed.
        ref={restoreFocus}
        type="button"
        className="icon-button text-muted"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setInitialIndex(isOpen ? undefined : 0)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setInitialIndex(event.key === 'ArrowDown' ? 0 : -1)
        }}
      >
        <EllipsisVertical size={20} />
      </button>
      {isOpen && (
        <div
          ref={openUpwardIfCovered}
          id={id}
          role="menu"
          aria-label={label}
          onKeyDown={handleKey}
          className="sheet absolute top-full border-edge right-0 z-20 w-max min-w-52 p-1 shadow-raised! data-above:top-auto data-above:bottom-full"
        >
          {items.map(({ Icon, text, onChosen, isDangerous }) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={`flex min-h-11 w-full items-center gap-3 rounded-[0.625rem] px-3 text-left font-semibold ${isDangerous ? 'text-flag hover:bg-flag-soft' : 'hover:bg-sunken'}`}
              onClick={() => {
                closeAndFocusButton()
                onChosen()
              }}
            >
              <Icon size={18} />
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function itemsIn(menuArea: HTMLElement | null): HTMLElement[] {
  return [...(menuArea?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
}

function openUpwardIfCovered(list: HTMLElement | null): void {
  if (list === null) return
  const { bottom, height, top } = list.getBoundingClientRect()
  if (bottom > window.innerHeight - TAB_BAR_PX && top > height + TAB_BAR_PX) {
    list.dataset['above'] = ''
  }
}
