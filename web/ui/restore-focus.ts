/** A ref for an element that may be removed while focused: `[data-after-dialog]` then gets the focus. */
export function restoreFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element === null || document.activeElement !== element) return
    document.querySelector<HTMLElement>('[data-after-dialog]')?.focus({ preventScroll: true })
  }
}
