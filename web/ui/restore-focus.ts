/** Returns the section's `[data-after-dialog]` element, or the screen's if there is none in the section. */
export function headingNear(section: Element | null | undefined): HTMLElement | null {
  const selector = '[data-after-dialog]'
  const nearby = section?.isConnected ? section.querySelector<HTMLElement>(selector) : null
  return nearby ?? document.querySelector<HTMLElement>(selector)
}

/** A ref callback that moves the focus to {@link headingNear} if the element is removed while focused. */
export function restoreFocus(element: HTMLElement | null): () => void {
  return () => {
    if (element === null || document.activeElement !== element) return
    headingNear(element.closest('section'))?.focus({ preventScroll: true })
  }
}
