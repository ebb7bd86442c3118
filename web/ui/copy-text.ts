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
