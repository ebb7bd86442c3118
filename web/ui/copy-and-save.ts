/**
 * Copies a text. If the browser has no clipboard API (because it is old or the page has no HTTPS) or refuses
 * access, selects the text in `field` and copies the selection. Returns false if nothing was copied; the text
 * then stays selected.
 */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  const copied = await (navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? false)
  if (!copied) field?.select()
  return copied || (field !== null && document.execCommand('copy'))
}

/**
 * Opens the phone's share sheet for a text and a link, or copies both if there is no share sheet. Returns
 * 'shared' even if the golfer closed the sheet without sharing.
 */
export async function shareLink(
  text: string,
  url: string,
): Promise<'shared' | 'copied' | 'failed'> {
  try {
    await navigator.share({ text, url })
    return 'shared'
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'shared'
  }
  const field = document.createElement('input')
  field.value = `${text} ${url}`
  field.readOnly = true
  const focused = document.activeElement
  document.body.append(field)
  const isCopied = await copyText(field.value, field)
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied ? 'copied' : 'failed'
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Revoke the URL only after the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
