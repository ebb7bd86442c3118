import * as Toast from '@radix-ui/react-toast'
import X from 'lucide-react/icons/x'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { dismissToast, TOAST_MS, useToast } from '../lib/toast-store.ts'

const SWIPE_THRESHOLD_PX = 50

export function Toaster({ pressedElement }: { pressedElement: RefObject<Element | null> }) {
  const toast = useToast()
  const openId = toast?.open ? toast.id : undefined
  const viewport = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const { current: viewportElement } = viewport
    if (openId === undefined || viewportElement === null) return
    // The observer runs before the next paint. Measuring here would be too early, because a new toaster adds
    // its first toast only after this effect.
    const observer = new ResizeObserver(() => {
      if (viewportElement.offsetHeight === 0) return
      observer.disconnect()
      placeToast(viewportElement, pressedElement.current)
    })
    observer.observe(viewportElement)
    return () => {
      observer.disconnect()
      document.documentElement.style.removeProperty('--toast-height')
    }
  }, [openId, pressedElement])
  return (
    <Toast.Provider duration={TOAST_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toast && (
        <Toast.Root
          key={toast.id}
          open={toast.open}
          // Radix calls this only to close the toast.
          onOpenChange={() => dismissToast(toast.id)}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          data-variant={toast.variant ?? 'default'}
          className="toast"
        >
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description className="mt-0.5 text-sm wrap-anywhere">
                {toast.description}
              </Toast.Description>
            )}
          </div>
          {toast.action}
          <Toast.Close className="icon-button -my-2 -mr-2" aria-label="Close">
            <X size={18} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport ref={viewport} hotkey={['F8']} className="toast-viewport" />
    </Toast.Provider>
  )
}

/**
 * Places a new toast at the bottom of the screen, or at the top if the toast hides less of the pressed
 * element there. If that makes no difference, compares the element's card or form instead. Sets the height
 * that an open dialog leaves for the toast.
 */
function placeToast(viewport: HTMLElement, pressedElement: Element | null): void {
  delete viewport.dataset['side']
  const viewportBox = viewport.getBoundingClientRect()
  const topBox = new DOMRect(viewportBox.x, 0, viewportBox.width, viewportBox.height)
  const extraOverlap = [pressedElement, pressedElement?.closest('article, form')]
    .flatMap((element) => (element?.isConnected ? element.getBoundingClientRect() : []))
    .map((box) => overlapHeight(box, viewportBox) - overlapHeight(box, topBox))
    .find((difference) => difference !== 0)
  if (extraOverlap !== undefined && extraOverlap > 0) viewport.dataset['side'] = 'top'
  document.documentElement.style.setProperty('--toast-height', `${viewportBox.height}px`)
}

function overlapHeight(a: DOMRect, b: DOMRect): number {
  if (a.right <= b.left || b.right <= a.left) return 0
  return Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
}
