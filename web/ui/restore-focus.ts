/** A ref callback that moves the focus to `[data-after-dialog]` if the element is removed while focused. */
export function restoreFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element === null || document.activeElement !== element) return
    document.querySelector<HTMLElement>('[data-after-dialog]')?.focus({ preventScroll: true })
  }
}
