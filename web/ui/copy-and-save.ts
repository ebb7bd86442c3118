/**
 * Copies the text that `field` shows. Returns false if the browser refuses; the text is then selected.
 * Without HTTPS, and in old browsers, the clipboard is available only through a selection.
 */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  const copied = await (navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  ) ?? false)
  if (!copied) field?.select()
  return copied || (field !== null && document.execCommand('copy'))
}

/** Hands a file to the browser, which saves it or opens it in the matching app. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Revoke it only after the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
