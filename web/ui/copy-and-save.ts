/**
 * Copies text. If there is no clipboard API (old browser, no HTTPS) or it refuses, selects the text in
 * `field` and copies that. Returns false if that fails too; the text then stays selected.
 */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  const isCopied = await (navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? false)
  if (!isCopied) field?.select()
  return isCopied || (field !== null && document.execCommand('copy'))
}

/** Opens the share sheet. If that fails, copies text and URL. Closing the sheet also counts as 'shared'. */
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
