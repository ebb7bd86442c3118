/**
 * A ref for what may go while it has the focus, which then goes to what the screen marks for it, and
 * not back to the beginning of the page.
 */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (element === null || document.activeElement !== element) return
    document.querySelector<HTMLElement>('[data-after-dialog]')?.focus({ preventScroll: true })
  }
}
