/**
 * A ref for an element that may be removed while it has the focus. The focus then moves to the
 * element with `data-after-dialog`, instead of back to the beginning of the page.
 */
export function restoreFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element === null || document.activeElement !== element) return
    document.querySelector<HTMLElement>('[data-after-dialog]')?.focus({ preventScroll: true })
  }
}
